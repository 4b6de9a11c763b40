/** Colours of the light theme in `site/styles/theme.css`. */
import { accentColorsOf } from './accent.ts'

export const sheet = '#fdfaf5'
export const ink = '#1d1838'
export const paleInk = '#4a4460'
export const ground = '#e6dccb'

export type Yarns = readonly [string, string, string, string]

/** `accent` is a hex colour, or empty for the default. `yarns` are the four colours of the woven pattern. */
export function colorsOf(accent: string): { color: string; yarns: Yarns } {
  const { color, secondary } = accentColorsOf(accent).light
  return { color, yarns: [ground, color, secondary, sheet] }
}
