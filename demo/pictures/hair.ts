/** The head is 104 units wide, from (150, 92) at the top to the chin at (150, 232). */
import { dot, line, shape } from './svg.ts'

type Hair = { back: string; front: string }

const centreParting =
  'M150 82C116 82 96 110 95 164C104 150 112 146 120 132C134 124 145 112 150 98C155 112 166 124 180 132C188 146 196 150 205 164C204 110 184 82 150 82z'
const sideParting =
  'M118 88C100 100 93 124 94 166C102 146 112 130 124 110C150 130 190 132 206 166C208 112 190 80 152 78C138 78 126 82 118 88z'
const fringe =
  'M94 160C92 106 118 80 150 80S208 106 206 160C200 148 196 140 190 134C164 140 136 140 110 134C104 140 98 150 94 160z'
const cap = 'M92 176C82 100 112 72 150 72S218 100 208 176z'

/** Angles are in degrees: 0 is right, 90 is down. */
function curls(colour: string, from: number, to: number, distance: number, size: number, count: number): string {
  const along = Array.from({ length: count }, (_, index) => ((from + ((to - from) * index) / (count - 1)) * Math.PI) / 180)
  return along
    .map((angle, index) =>
      dot(
        colour,
        Math.round(150 + distance * Math.cos(angle)),
        Math.round(146 + distance * Math.sin(angle)),
        size + (index % 3) * 2,
      ),
    )
    .join('')
}

function braid(colour: string, shadow: string, ribbon: string): string {
  const knots = Array.from({ length: 8 }, (_, index) => {
    const [x, y] = [206 + Math.round(9 * Math.sin(index / 2.4)), 218 + index * 19]
    const lean = index % 2 ? -18 : 18
    const fill = index > 5 ? ribbon : index % 2 ? shadow : colour
    return `<ellipse fill="${fill}" cx="${x}" cy="${y}" rx="${16 - index * 0.7}" ry="14" transform="rotate(${lean} ${x} ${y})"/>`
  })
  return knots.join('')
}

/** `shadow` is a darker colour, for the hair behind the head. */
export const hairstyles = {
  braid: (colour, shadow) => ({
    back: shape(shadow, cap) + shape(shadow, 'M92 160C90 200 104 226 122 236L190 240C210 226 212 190 208 160z'),
    front: shape(colour, centreParting) + braid(colour, shadow, '#d2643c'),
  }),
  straight: (colour, shadow) => ({
    back: shape(
      shadow,
      'M90 170C80 98 110 70 150 70S220 98 210 170C212 226 222 280 230 330Q150 350 70 330C78 280 88 226 90 170z',
    ),
    front: shape(colour, fringe),
  }),
  bob: (colour, shadow) => ({
    back: shape(
      shadow,
      'M84 176C74 98 110 68 150 68S226 98 216 176C220 212 214 240 204 250Q150 262 96 250C86 240 80 212 84 176z',
    ),
    front: shape(colour, sideParting),
  }),
  curly: (colour, shadow) => ({
    back: curls(shadow, 150, 390, 66, 26, 13) + shape(shadow, cap),
    front: curls(colour, 196, 344, 60, 17, 9),
  }),
  bun: (colour, shadow) => ({
    back: dot(shadow, 150, 62, 34) + shape(shadow, cap) + line(colour, 3, 'M130 50Q150 40 172 56M126 66Q150 50 176 72'),
    front: shape(colour, centreParting) + line('#d2643c', 9, 'M126 86Q150 74 174 86'),
  }),
  ponytail: (colour, shadow) => ({
    back: shape(shadow, cap) + shape(shadow, 'M190 92C250 88 262 176 236 262C226 252 222 238 222 222C226 180 214 140 190 128z'),
    front: shape(colour, sideParting),
  }),
  wavy: (colour, shadow) => ({
    back: shape(
      shadow,
      'M92 150C78 96 112 66 150 66S222 96 208 150C222 172 212 192 222 214C236 240 218 268 200 290L100 290C82 268 64 240 78 214C88 192 78 172 92 150z',
    ),
    front: shape(colour, sideParting),
  }),
  short: (colour, shadow) => ({
    back: shape(shadow, 'M94 158C88 96 116 70 152 70S214 100 206 158z'),
    front: shape(
      colour,
      'M94 156C86 96 112 66 158 68C200 70 216 104 206 156C203 140 200 130 192 122C166 128 132 122 116 106C108 118 98 134 94 156z',
    ),
  }),
  cropped: (colour, shadow) => ({
    back: shape(shadow, 'M96 156C92 100 118 80 150 80S208 100 204 156z'),
    front: shape(
      colour,
      'M96 150C92 104 118 82 150 82S208 104 204 150C200 130 192 116 180 112Q150 104 120 112C108 116 100 130 96 150z',
    ),
  }),
  receding: (colour, shadow) => ({
    back: shape(shadow, 'M93 172C87 132 95 108 110 100L190 100C205 108 213 132 207 172z'),
    front: shape(
      colour,
      'M94 170C88 130 96 106 112 100Q118 100 114 108C108 122 106 134 104 150zM206 170C212 130 204 106 188 100Q182 100 186 108C192 122 194 134 196 150z',
    ),
  }),
} satisfies Record<string, (colour: string, shadow: string) => Hair>

export type Hairstyle = keyof typeof hairstyles
