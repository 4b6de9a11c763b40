/** Clothes from the shoulders down. The neck ends at the point (150, 262). */
import { colours, dot, line, shape, steppedDiamond } from './svg.ts'

const shoulders = 'M18 400C20 316 58 288 110 274C122 271 128 266 130 256L170 256C172 266 178 271 190 274C242 288 280 316 282 400z'
const neckline = 'M118 264Q150 308 182 264L182 248L118 248z'

export const clothes = {
  /** An embroidered blouse. */
  huipil: (colour, detail, skin) =>
    shape(colour, shoulders) +
    shape(skin, 'M120 248H180V292H120z') +
    line(detail, 6, 'M117 262V295H183V262') +
    shape(colours.paper, 'M34 320H266V326H34z') +
    shape(detail, [70, 110, 150, 190, 230].map((x) => steppedDiamond(x, 352, 4, 5)).join('')) +
    shape(colours.paper, [70, 110, 150, 190, 230].map((x) => steppedDiamond(x, 352, 2, 5)).join('')),
  blazer: (colour, detail, skin) =>
    shape(colour, shoulders) +
    shape(detail, 'M120 266L150 400L180 266z') +
    shape(skin, 'M126 248H174V262L150 302L126 262z') +
    shape(colour, 'M112 273L104 304L126 318L148 400H90L84 286zM188 273L196 304L174 318L152 400H210L216 286z') +
    line('#0003', 3, 'M112 274L104 304L126 318L148 384M188 274L196 304L174 318L152 384'),
  shirt: (colour, detail, skin) =>
    shape(colour, shoulders) +
    shape(skin, 'M124 248H176V268L150 298L124 268z') +
    shape(detail, 'M124 258L112 278L134 308L150 294zM176 258L188 278L166 308L150 294z') +
    line('#0003', 3, 'M150 298V400') +
    dot(colours.paper, 150, 326, 3.5) +
    dot(colours.paper, 150, 360, 3.5),
  crew: (colour, detail, skin) => shape(colour, shoulders) + shape(skin, neckline) + line(detail, 7, 'M118 266Q150 308 182 266'),
  turtleneck: (colour, detail) =>
    shape(colour, shoulders) +
    shape(colour, 'M122 236Q150 250 178 236L184 278Q150 292 116 278z') +
    line(detail, 3, 'M118 276Q150 290 182 276'),
} satisfies Record<string, (colour: string, detail: string, skin: string) => string>

export type Garment = keyof typeof clothes
