import { type Mark, marks } from './marks.ts'

import { colours, svg } from './svg.ts'
import { outline, type Words } from './wordmark.ts'

type Logo = { mark: Mark; words: Words[]; isStacked?: boolean; colour?: string }

const words = (text: string, size: number, weight: Words['weight'], colour: string, spacing = 0): Words => ({
  text,
  size,
  weight,
  colour,
  spacing,
})
const { ink, indigo, jade } = colours

const partners = new Map<string, Logo>([
  ['Quetzanube', { mark: 'quetzal', words: [words('Quetzanube', 42, 600, '#12513d', -1)] }],
  ['Banco Ixmucané', { mark: 'maize', words: [words('BANCO', 15, 600, indigo, 6), words('Ixmucané', 42, 800, indigo, -1)] }],
  ['Pagoxel', { mark: 'pixels', words: [words('pagoxel', 46, 800, '#3b1a9e', -2)] }],
  [
    'Fibracumbre Telecomunicaciones',
    {
      mark: 'summit',
      words: [words('fibracumbre', 30, 600, '#1d5fa8'), words('TELECOMUNICACIONES', 11, 600, '#1d5fa8', 2.6)],
      isStacked: true,
    },
  ],
  [
    'Candado Jade Ciberseguridad',
    { mark: 'padlock', words: [words('Candado', 32, 400, ink, -0.5), words('Jade', 32, 800, jade, -0.5)] },
  ],
  [
    'Cooperativa Integral de Ahorro y Tecnología Valle de los Cuchumatanes',
    {
      mark: 'ridges',
      words: [words('COOPERATIVA VALLE DE LOS', 11, 600, '#2e5e3e', 1), words('Cuchumatanes', 30, 800, '#2e5e3e', -0.5)],
    },
  ],
  [
    'Comunidad JavaScript Chapina',
    { mark: 'braces', words: [words('comunidad', 20, 400, ink), words('js chapina', 32, 800, ink, -1)] },
  ],
  [
    'Programadoras de Altura',
    { mark: 'peaks', words: [words('Programadoras', 28, 800, '#a3195b', -0.5), words('de altura', 28, 400, '#a3195b', -0.5)] },
  ],
  [
    'Instituto Tecnológico Tierra Alta',
    {
      mark: 'shield',
      words: [words('TIERRA ALTA', 26, 600, '#17356b', 2.5), words('INSTITUTO TECNOLÓGICO', 11, 600, '#c8102e', 2.6)],
      isStacked: true,
    },
  ],
  [
    'Red de Municipios Conectados',
    {
      mark: 'network',
      words: [words('Red de Municipios', 23, 600, '#0f5a66', -0.3), words('Conectados', 30, 800, '#0f5a66', -0.5)],
    },
  ],
  [
    'Fundación Letra y Circuito',
    { mark: 'circuit', words: [words('FUNDACIÓN', 12, 600, '#a8431a', 4), words('Letra y Circuito', 29, 600, '#7d2f10', -0.5)] },
  ],
  [
    'Colectivo Datos a la Vista',
    { mark: 'eye', words: [words('datos a', 30, 800, indigo, -1), words('la vista', 30, 800, indigo, -1)] },
  ],
  [
    'Radio Código 502',
    { mark: 'waves', words: [words('radio código', 18, 600, ink, 0.5), words('502', 54, 800, '#c8102e', -2)] },
  ],
  [
    'Asociación para la Interoperabilidad Latinoamericana',
    {
      mark: 'rings',
      words: [words('AIL', 40, 800, '#4a2878', 1), words('Interoperabilidad Latinoamericana', 13, 600, '#4a2878')],
    },
  ],
])

export async function partnerLogo(name: string): Promise<string> {
  const logo = partners.get(name)
  if (!logo) throw new Error(`no logo drawn for ${name}`)
  return drawLogo(logo)
}

export const headerLogo = () =>
  drawLogo({
    mark: 'weave',
    words: [words('Conferencia', 31, 800, ink, -1), words('Telar', 24, 600, colours.cochineal, -0.4)],
  })

export const heroLogo = () =>
  drawLogo({ mark: 'loom', words: [words('TELAR', 38, 800, ink, 3), words('comunidad de tecnología', 17.5, 600, '#5a5175')] })

export async function drawLogo({ mark, words: lines, isStacked = false, colour }: Logo): Promise<string> {
  const { width, height, content } = outline(lines)
  const figure = colour ? marks[mark].replace(/#[0-9a-f]{3,8}/g, colour) : marks[mark]
  if (isStacked) {
    const whole = Math.max(width, 64)
    return svg(whole, 64 + 4 + height, `${moved(figure, (whole - 64) / 2, 0)}${moved(content, (whole - width) / 2, 68)}`)
  }
  const whole = Math.max(height, 64)
  return svg(64 + 14 + width, whole, `${moved(figure, 0, (whole - 64) / 2)}${moved(content, 78, (whole - height) / 2)}`)
}

const moved = (content: string, x: number, y: number) => `<g transform="translate(${x} ${y})">${content}</g>`
