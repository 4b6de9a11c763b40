/** Adjusts the lightness of an accent colour to the contrast of WCAG 2.2. */
import { contrastOf, luminanceOf, type Triple, toLinear } from '../luminance.ts'

/** Colours are `#rrggbb`. `content` is text on `color`. */
export type AccentColors = { color: string; content: string; secondary: string }

type Theme = { grounds: string[]; content: string; step: 1 | -1; secondaries: [string, string] }

/** Must equal the colours of `site/styles/theme.css`. `step` is the direction of more contrast: 1 is lighter, -1 is darker. */
export const themes: { light: Theme; dark: Theme } = {
  light: { grounds: ['#fdfaf5', '#f5efe5'], content: '#ffffff', step: -1, secondaries: ['#342b70', '#c07a10'] },
  dark: { grounds: ['#14102b', '#1c1738'], content: '#14102b', step: 1, secondaries: ['#b9aefc', '#f0c060'] },
}

/** Colours of a conference without an accent, as in `site/styles/theme.css`. */
const usualColors: Record<'light' | 'dark', AccentColors> = {
  light: { color: '#b3123f', content: '#ffffff', secondary: '#342b70' },
  dark: { color: '#ff7d97', content: '#2b0612', secondary: '#b9aefc' },
}

export const defaultAccent = usualColors.light.color

export const minContrast = 4.5

export function accentColorsOf(accent: string): typeof usualColors {
  if (accent === '') return usualColors
  return { light: colorsFor(accent.toLowerCase(), themes.light), dark: colorsFor(accent.toLowerCase(), themes.dark) }
}

function colorsFor(accent: string, theme: Theme): AccentColors {
  const { grounds, content, step, secondaries } = theme
  const isReadable = (color: string) =>
    grounds.every((ground) => contrast(color, ground) >= minContrast) &&
    contrast(color, content) >= minContrast &&
    contrast(pressed(color), content) >= minContrast
  let color = accent
  const [lightness, chroma, hue] = oklch(accent)
  for (let moved = 1; !isReadable(color); moved++) color = fromOklch(lightness + (step * moved) / 200, chroma, hue)
  const [preferred, other] = secondaries
  return { color, content, secondary: distance(color, preferred) > 0.2 ? preferred : other }
}

/** Returns a button's hover colour, as in daisyUI. */
export function pressed(color: string): string {
  const [lightness, chroma, hue] = oklch(color)
  return fromOklch(lightness * 0.93, chroma * 0.93, hue)
}

export const contrast = (first: string, other: string): number =>
  contrastOf(luminanceOf(channels(first)), luminanceOf(channels(other)))

const channels = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255) as Triple
const fromLinear = (value: number) => (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055)

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

function distance(first: string, other: string): number {
  const [a, b] = [oklab(first), oklab(other)]
  return Math.hypot(...a.map((value, index) => value - (b[index] ?? 0)))
}

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

function fromOklch(lightness: number, chroma: number, hue: number): string {
  const bounded = Math.min(1, Math.max(0, lightness))
  let visibleChroma = chroma
  const isShown = () => linearOf(bounded, visibleChroma, hue).every((value) => value >= -0.0005 && value <= 1.0005)
  while (visibleChroma > 0 && !isShown()) visibleChroma = Math.max(0, visibleChroma - 0.004)
  const byte = (value: number) => Math.round(255 * fromLinear(Math.min(1, Math.max(0, value))))
  return `#${linearOf(bounded, visibleChroma, hue)
    .map((value) => byte(value).toString(16).padStart(2, '0'))
    .join('')}`
}
