/**
 * What becomes of an accent: the colour that somebody chose, as light or dark as it has to be in each theme to be read. Changed is
 * its lightness in OKLCH, so that a blue stays that blue; contrast is that of WCAG 2.2.
 */
import { contrastOf, luminanceOf, type Triple, toLinear } from '../luminance.ts'

/** A theme's accent, what is written on it, and a second colour that is seen beside it. All are `#rrggbb`. */
export type Dye = { color: string; content: string; secondary: string }

type Theme = { grounds: string[]; content: string; step: 1 | -1; secondaries: [string, string] }

/** What an accent is written on in the themes of `site/styles/theme.css`, and the way to more contrast. */
export const themes: { light: Theme; dark: Theme } = {
  light: { grounds: ['#fdfaf5', '#f5efe5'], content: '#ffffff', step: -1, secondaries: ['#342b70', '#c07a10'] },
  dark: { grounds: ['#14102b', '#1c1738'], content: '#14102b', step: 1, secondaries: ['#b9aefc', '#f0c060'] },
}

/** Text has this contrast at least, of any size. */
export const readable = 4.5

/** Both themes' colours for an accent (`#rrggbb`). The accent itself where it can be read as it is. */
export function dyesOf(accent: string): { light: Dye; dark: Dye } {
  return { light: dyeOf(accent.toLowerCase(), themes.light), dark: dyeOf(accent.toLowerCase(), themes.dark) }
}

function dyeOf(accent: string, theme: Theme): Dye {
  const { grounds, content, step, secondaries } = theme
  const isReadable = (color: string) =>
    grounds.every((ground) => contrast(color, ground) >= readable) &&
    contrast(color, content) >= readable &&
    contrast(pressed(color), content) >= readable
  let color = accent
  const [lightness, chroma, hue] = oklch(accent)
  for (let moved = 1; !isReadable(color); moved++) color = fromOklch(lightness + (step * moved) / 200, chroma, hue)
  const [usual, other] = secondaries
  return { color, content, secondary: distance(color, usual) > 0.2 ? usual : other }
}

/** A button's colour while a pointer is over it: 7 % of black in it, as in daisyUI. */
export function pressed(color: string): string {
  const [lightness, chroma, hue] = oklch(color)
  return fromOklch(lightness * 0.93, chroma * 0.93, hue)
}

/** How much two colours differ in brightness, from 1 to 21. */
export const contrast = (one: string, other: string): number =>
  contrastOf(luminanceOf(channels(one)), luminanceOf(channels(other)))

const channels = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255) as Triple
const fromLinear = (value: number) => (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055)

// The matrices of OKLab: https://bottosson.github.io/posts/oklab/
function oklab(hex: string): Triple {
  const [red, green, blue] = channels(hex).map(toLinear) as Triple
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

/** How different two colours look: 0.02 is just seen. */
function distance(one: string, other: string): number {
  const [a, b] = [oklab(one), oklab(other)]
  return Math.hypot(...a.map((value, index) => value - (b[index] ?? 0)))
}

/** Lightness (0 to 1), chroma, and hue as an angle. */
export function oklch(hex: string): Triple {
  const [lightness, a, b] = oklab(hex)
  return [lightness, Math.hypot(a, b), Math.atan2(b, a)]
}

function linearOf(lightness: number, chroma: number, hue: number): Triple {
  const [a, b] = [chroma * Math.cos(hue), chroma * Math.sin(hue)]
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}

/** As colourful as a screen can show it at this lightness. */
function fromOklch(lightness: number, chroma: number, hue: number): string {
  const bounded = Math.min(1, Math.max(0, lightness))
  let shown = chroma
  const isShown = () => linearOf(bounded, shown, hue).every((value) => value >= -0.0005 && value <= 1.0005)
  while (shown > 0 && !isShown()) shown = Math.max(0, shown - 0.004)
  const byte = (value: number) => Math.round(255 * fromLinear(Math.min(1, Math.max(0, value))))
  return `#${linearOf(bounded, shown, hue)
    .map((value) => byte(value).toString(16).padStart(2, '0'))
    .join('')}`
}
