import sharp from 'sharp'
import { clothes } from './clothes.ts'
import { hairstyles } from './hair.ts'
import { hairColours, type Look, skins } from './look.ts'
import { colours, dot, line, shape, steppedDiamond, svg } from './svg.ts'

/** Returns a JPEG, because real photos are JPEGs. */
export function portrait(look: Look): Promise<Buffer> {
  return sharp(Buffer.from(draw(look)))
    .jpeg({ quality: 92, chromaSubsampling: '4:4:4' })
    .toBuffer()
}

function draw({ background, halo, skin, hair, wears, face = [], smile = 'closed' }: Look): string {
  const [light, shade] = skins[skin]
  const [colour, shadow] = hairColours[hair[1]]
  const { back, front } = hairstyles[hair[0]](colour, shadow)
  const has = (part: NonNullable<Look['face']>[number], drawing: string) => (face.includes(part) ? drawing : '')
  const lips = skin === 'dark' || skin === 'brown' ? '#7a2631' : '#a83f45'
  return svg(
    300,
    400,
    [
      shape(colours[background], 'M0 0H300V400H0z'),
      shape(colours[halo], steppedDiamond(150, 170, 11, 15), 'opacity=".55"'),
      back,
      shape(light, 'M124 200H176V290Q150 310 124 290z'),
      shape(shade, 'M124 214Q150 252 176 214V238Q150 268 124 238z'),
      clothes[wears[0]](colours[wears[1]], colours[wears[2]], light),
      has(
        'necklace',
        [124, 132, 141, 150, 159, 168, 176].map((x) => dot(colours.paper, x, 282 - Math.abs(x - 150) * 0.9, 4.5)).join(''),
      ),
      `<ellipse fill="${shade}" cx="98" cy="168" rx="10" ry="15"/><ellipse fill="${shade}" cx="202" cy="168" rx="10" ry="15"/>`,
      shape(light, 'M98 150C98 112 120 92 150 92S202 112 202 150C202 200 182 232 150 232S98 200 98 150z'),
      dot('#d8435240', 117, 190, 12) + dot('#d8435240', 183, 190, 12),
      has(
        'beard',
        shape(
          shadow,
          'M97 164C98 214 118 242 150 242S202 214 203 164C198 184 190 192 172 194Q150 188 128 194C110 192 102 184 97 164z',
        ),
      ),
      line(shadow, 5, 'M114 149Q124 142 135 147M165 147Q176 142 186 149'),
      `<ellipse fill="${colours.ink}" cx="125" cy="166" rx="4.5" ry="5.5"/><ellipse fill="${colours.ink}" cx="175" cy="166" rx="4.5" ry="5.5"/>`,
      dot('#fff', 126.5, 164, 1.6) + dot('#fff', 176.5, 164, 1.6),
      line(shade, 4, 'M151 168Q145 182 146 186Q149 190 156 188'),
      smile === 'open'
        ? shape(
            '#fff',
            'M131 202Q150 206 169 202Q164 222 150 222T131 202z',
            `stroke="${lips}" stroke-width="3.5" stroke-linejoin="round"`,
          )
        : line(lips, 4.5, 'M132 205Q150 216 168 205'),
      has('moustache', shape(shadow, 'M122 203Q134 190 150 194Q166 190 178 203Q164 202 150 200Q136 202 122 203z')),
      has('wrinkles', line(shade, 2.5, 'M107 172L101 168M108 178L102 178M193 172L199 168M192 178L198 178')),
      front,
      has(
        'glasses',
        line(
          colours.ink,
          4,
          'M106 154H142V176Q140 182 132 182H116Q108 182 106 176zM158 154H194V176Q192 182 184 182H168Q160 182 158 176zM142 162Q150 157 158 162M106 160L98 158M194 160L202 158',
        ),
      ),
      has(
        'roundGlasses',
        line(
          colours.ink,
          4,
          'M106 166a19 19 0 1 0 38 0a19 19 0 1 0-38 0M156 166a19 19 0 1 0 38 0a19 19 0 1 0-38 0M144 163Q150 159 156 163M106 162L98 160M194 162L202 160',
        ),
      ),
      has('earrings', shape(colours.paper, steppedDiamond(97, 194, 3, 4) + steppedDiamond(203, 194, 3, 4))),
      has('hoops', line(colours.paper, 3.5, 'M97 182a10 10 0 1 0 .1 0M203 182a10 10 0 1 0 .1 0')),
    ].join(''),
  )
}
