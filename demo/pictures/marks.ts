/** Logo marks of 64 × 64. */
import { colours, dot, line, shape, steppedDiamond } from './svg.ts'

const { jade, indigo, marigold, cochineal, ink, terracotta, paper } = colours

const at = (points: [number, number][], radius: number, colour: string) =>
  points.map(([x, y]) => dot(colour, x, y, radius)).join('')
const bars = (colour: string, rectangles: [x: number, y: number, width: number, height: number][]) =>
  shape(colour, rectangles.map(([x, y, width, height]) => `M${x} ${y}h${width}v${height}h${-width}z`).join(''))

export const marks = {
  /** A cloud with the tail of a quetzal. */
  quetzal:
    at(
      [
        [20, 26],
        [34, 18],
        [46, 28],
      ],
      14,
      jade,
    ) +
    bars(jade, [[18, 26, 30, 14]]) +
    line(jade, 6, 'M26 38Q28 54 12 60') +
    line('#57b894', 6, 'M36 38Q36 58 24 62') +
    dot(paper, 40, 16, 2.5),
  maize:
    shape(marigold, steppedDiamond(32, 28, 6, 4.6)) +
    shape(paper, steppedDiamond(32, 28, 3, 4.6)) +
    shape(marigold, steppedDiamond(32, 28, 1, 4.6)) +
    line(indigo, 7, 'M8 38Q14 60 32 60Q50 60 56 38'),
  pixels:
    bars('#5b2fd1', [
      [8, 8, 14, 14],
      [25, 8, 14, 14],
      [42, 25, 14, 14],
      [8, 25, 14, 14],
      [25, 42, 14, 14],
      [8, 42, 14, 14],
    ]) + bars('#b08cff', [[42, 8, 14, 14]]),
  summit: [0, 9, 18]
    .map((rise, index) =>
      line(
        ['#1d5fa8', '#3d86d6', '#8cc2ff'][index] ?? '',
        5,
        `M4 ${58 - rise}L26 ${20 - rise / 3 + rise * 0.9}L38 ${40 - rise * 0.2}L46 ${30 + rise * 0.2}L60 ${58 - rise}`,
      ),
    )
    .join(''),
  padlock:
    line(jade, 7, 'M20 30V20a12 12 0 0 1 24 0V30') +
    shape(jade, 'M10 28H54V46Q54 60 32 62Q10 60 10 46z') +
    shape(paper, steppedDiamond(32, 45, 3, 3.6)),
  ridges:
    dot('#2e5e3e', 32, 32, 30) +
    shape('#8fbf6a', 'M4 44L20 24L30 36L42 18L60 42A30 30 0 0 1 4 44z') +
    shape('#f4e3b2', 'M6 47Q20 38 32 46T58 46A30 30 0 0 1 6 47z') +
    dot(marigold, 24, 15, 5),
  braces:
    line(
      marigold,
      7,
      'M24 8Q14 8 14 18V26Q14 32 7 32Q14 32 14 38V46Q14 56 24 56M40 8Q50 8 50 18V26Q50 32 57 32Q50 32 50 38V46Q50 56 40 56',
    ) + at([[32, 32]], 7, ink),
  peaks:
    shape('#a3195b', 'M2 56L26 12L50 56z') +
    shape('#e06aa0', 'M34 56L46 32L62 56z') +
    line(paper, 4.5, 'M19 38L26 44L19 50M29 51H37'),
  shield:
    shape('#17356b', 'M6 6H58V32Q58 52 32 62Q6 52 6 32z') +
    shape(paper, steppedDiamond(32, 30, 4, 4)) +
    shape('#c8102e', steppedDiamond(32, 30, 2, 4)),
  network:
    line('#0f7483', 4, 'M32 32L12 14M32 32L54 18M32 32L10 44M32 32L48 54M12 14L10 44M54 18L48 54') +
    at(
      [
        [12, 14],
        [54, 18],
        [10, 44],
        [48, 54],
      ],
      7,
      '#0f7483',
    ) +
    dot(terracotta, 32, 32, 10),
  circuit:
    line('#a8431a', 7, 'M18 8V52H46') +
    line('#a8431a', 4, 'M18 22H34M34 22L44 12M18 36H46') +
    at(
      [
        [46, 11],
        [48, 36],
        [52, 52],
      ],
      5.5,
      '#e08a3c',
    ),
  eye:
    line(indigo, 6, 'M4 34Q32 2 60 34Q32 66 4 34z') +
    bars(cochineal, [
      [20, 34, 6, 10],
      [29, 24, 6, 20],
      [38, 30, 6, 14],
    ]),
  waves:
    dot('#c8102e', 32, 48, 8) +
    line('#c8102e', 6, 'M18 36a20 20 0 0 1 28 0') +
    line('#c8102e', 6, 'M8 24a34 34 0 0 1 48 0') +
    line(ink, 6, 'M32 48V62'),
  rings:
    line('#6b3fa0', 7, 'M6 32a17 17 0 1 0 34 0a17 17 0 1 0-34 0') +
    line('#16967d', 7, 'M24 32a17 17 0 1 0 34 0a17 17 0 1 0-34 0') +
    line('#6b3fa0', 7, 'M34.6 20.6A17 17 0 0 1 40 32'),
  weave:
    shape(cochineal, 'M8 0H56Q64 0 64 8V56Q64 64 56 64H8Q0 64 0 56V8Q0 0 8 0z') +
    shape(paper, steppedDiamond(32, 32, 6, 4.4)) +
    shape(ink, steppedDiamond(32, 32, 3, 4.4)),
  loom:
    bars(ink, [
      [4, 4, 56, 7],
      [4, 53, 56, 7],
    ]) +
    bars(
      cochineal,
      [8, 17, 26, 35, 44, 53].map((x) => [x, 11, 3, 42]),
    ) +
    shape(cochineal, steppedDiamond(32, 32, 5, 4)) +
    shape(paper, steppedDiamond(32, 32, 3, 4)) +
    shape(indigo, steppedDiamond(32, 32, 1, 6)),
} satisfies Record<string, string>

export type Mark = keyof typeof marks
