/** An evening talk in front of volcanoes, 600 × 400. */
import { colours, dot, line, shape, steppedDiamond, svg } from './svg.ts'

const { paper, ink, indigo, cochineal, rose, marigold, terracotta, jade, sky, lilac } = colours

export const scene = () => svg(600, 400, [dusk, volcanoes, stage(), garland(), audience()].join(''))

const dusk = ['#4a3580', '#7c3a83', '#c44a6e', '#ee7d62', '#f7b267']
  .map((colour, band) => shape(colour, `M0 ${band * 46}H600V400H0z`))
  .join('')

const volcanoes =
  shape('#6d3b7d', 'M-40 260L70 118Q84 108 98 118L240 260z') +
  line('#ffd9c2', 7, 'M87 106Q77 98 88 92T90 78', 'opacity=".7"') +
  shape('#593274', 'M90 270L196 150Q206 142 216 150L330 270z') +
  shape(indigo, 'M330 270L478 104Q490 94 502 104L680 270z') +
  shape('#2a2260', 'M0 246Q150 222 300 244T600 236V400H0z')

function stage(): string {
  const tiles = [0, 1, 2, 3, 4].flatMap((column) => [0, 1, 2].map((row) => [column, row] as const))
  const figure = (steps: number, isWanted: (index: number) => boolean) =>
    tiles
      .filter((_, index) => isWanted(index))
      .map(([x, y]) => steppedDiamond(230 + x * 38, 158 + y * 38, steps, 3.4))
      .join('')
  return [
    shape(ink, 'M150 112H450L470 130H130z'),
    shape(ink, 'M146 130h8v190h-8zM446 130h8v190h-8z'),
    shape(paper, 'M196 138H416V258H196z'),
    shape(
      cochineal,
      figure(5, (index) => index % 2 === 0),
    ),
    shape(
      indigo,
      figure(5, (index) => index % 2 === 1),
    ),
    shape(
      paper,
      figure(3, () => true),
    ),
    shape(
      marigold,
      figure(1, () => true),
    ),
    shape('#3a1030', 'M110 292H490L510 340H90z'),
    shape(cochineal, 'M104 300H496V308H104z'),
    shape('#fff3', 'M404 130L350 296H452z'),
    shape(indigo, 'M388 294L391 250H413L416 294z'),
    shape(marigold, 'M382 262Q384 222 402 222T422 262L414 266H390z'),
    line(marigold, 9, 'M386 232L366 214'),
    dot('#bf8055', 364, 212, 5),
    dot('#bf8055', 402, 208, 12),
    shape('#241c2b', 'M389 208Q388 193 402 193T415 208Q410 200 402 201T389 208zM412 200Q424 212 416 230Q410 222 412 200z'),
    line(ink, 3, 'M392 218L386 226'),
    dot(ink, 393, 216, 3.5),
  ].join('')
}

function garland(): string {
  const fills = [rose, marigold, sky, paper, jade, lilac, terracotta]
  const flags = Array.from({ length: 14 }, (_, index) => {
    const x = 10 + index * 43
    const y = Math.round(22 + 26 * Math.sin((Math.PI * (x % 300)) / 300))
    return (
      shape(fills[index % fills.length] ?? paper, `M${x} ${y}h30v26l-7.5 8l-7.5-8l-7.5 8l-7.5-8z`) +
      shape('#0002', steppedDiamond(x + 15, y + 13, 3, 3))
    )
  })
  return line(paper, 2, 'M0 20Q150 78 300 20Q450 78 600 20') + flags.join('')
}

function audience(): string {
  const rows = [
    { y: 346, size: 15, count: 15, fill: '#4b2a63' },
    { y: 376, size: 21, count: 11, fill: '#33204f' },
    { y: 410, size: 28, count: 8, fill: ink },
  ]
  const heads = rows.flatMap(({ y, size, count, fill }, row) =>
    Array.from({ length: count }, (_, index) => {
      const x = Math.round(((index + 0.5 + (row % 2 ? 0.2 : -0.1)) * 600) / count)
      const top = y - size - ((index * 7 + row * 3) % 5)
      const hair = [
        dot(fill, x, top - size * 1.05, size * 0.45),
        shape(fill, `M${x - size} ${top}V${top + size * 1.5}H${x + size}V${top}z`),
        line(fill, size * 0.5, `M${x + size * 0.5} ${top}Q${x + size * 1.3} ${top} ${x + size * 1.1} ${top + size * 1.3}`),
        '',
      ][(index * 5 + row) % 4]
      return `${hair}${dot(fill, x, top, size)}${shape(fill, `M${x - size * 1.7} ${y + size * 2}Q${x - size * 1.5} ${top + size * 1.1} ${x} ${top + size * 1.1}T${x + size * 1.7} ${y + size * 2}z`)}`
    }),
  )
  return line('#33204f', 12, 'M98 380L86 322') + dot('#33204f', 85, 316, 9) + heads.join('')
}
