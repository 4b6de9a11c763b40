import { fold } from '../../data/text.ts'
import { drawLogo } from '../pictures/logos.ts'
import type { Mark } from '../pictures/marks.ts'
import type { NewItem } from '../sample.ts'

const tiers = [
  { tierName: 'Diamante', category: 'patrocinador', tier: 'main', names: ['Quetzanube', 'Banco Ixmucané'] },
  {
    tierName: 'Oro',
    category: 'patrocinador',
    tier: 'main',
    names: ['Pagoxel', 'Fibracumbre', 'Candado Jade', 'Seguros Ceiba'],
  },
  {
    tierName: 'Plata',
    category: 'patrocinador',
    tier: 'supporting',
    names: ['Cafetrónica', 'Rutavolcán', 'Estudio Tun', 'Tizaviva', 'Nube Maíz', 'Lagopixel'],
  },
  {
    tierName: 'Bronce',
    category: 'patrocinador',
    tier: 'supporting',
    names: ['Tornillo', 'Ixkik’ Textil', 'Clínica Abierta', 'Granizo', 'Puentes', 'Barrilete', 'Comal', 'Tzijonem'],
  },
  {
    tierName: 'Medios',
    category: 'aliado',
    tier: 'supporting',
    names: ['Radio Código', 'La Bitácora', 'Canal Patio', 'Revista Nodo'],
  },
  {
    tierName: 'Comunidades',
    category: 'aliado',
    tier: 'supporting',
    names: [
      'Programadoras de Altura',
      'Pythonistas del Lago',
      'Mapas Abiertos',
      'JS Chapina',
      'Datos a la Vista',
      'Hardware Libre',
    ],
  },
] as const

const marks: readonly Mark[] = [
  'quetzal',
  'maize',
  'pixels',
  'summit',
  'padlock',
  'ridges',
  'braces',
  'peaks',
  'shield',
  'network',
  'circuit',
  'eye',
  'waves',
  'rings',
]
const inks = ['#12513d', '#342b70', '#3b1a9e', '#1d5fa8', '#a3195b', '#7d2f10', '#0f5a66', '#1d1838']

/** Partners with a white logo, which cannot be seen on a light page. */
const white = new Set(['Granizo', 'Nube Maíz', 'Canal Patio'])

export const partners: NewItem<'partners'>[] = tiers.flatMap(({ names, ...group }) =>
  names.map((name) => ({ ...group, name, website: `https://example.com/${fold(name).replace(/[^a-z]+/g, '-')}` })),
)

export function logoOf(partner: string): Promise<string> {
  const index = partners.findIndex(({ name }) => name === partner)
  const colour = white.has(partner) ? '#ffffff' : (inks[index % inks.length] ?? '#1d1838')
  return drawLogo({
    mark: marks[index % marks.length] ?? 'weave',
    words: partner.split(/ (?=\S+$)/).map((text) => ({ text, size: 34, weight: 800, colour, spacing: -0.5 })),
    ...(white.has(partner) && { colour }),
  })
}
