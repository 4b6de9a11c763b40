import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { accentColorsOf, contrast, minContrast, oklch, pressed, themes } from './accent.ts'

const color = fc.integer({ min: 0, max: 0xffffff }).map((number) => `#${number.toString(16).padStart(6, '0')}`)

test('computes the contrast of two colours as WCAG does', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
})

test('accent.ts and theme.css have the same colours', () => {
  const css = readFileSync(join(import.meta.dirname, '../../site/styles/theme.css'), 'utf8')
  for (const { grounds, secondaries } of Object.values(themes))
    for (const color of [...grounds, secondaries[0]]) expect(css).toContain(color)
  for (const colors of Object.values(accentColorsOf('')))
    for (const color of Object.values(colors)) expect(css).toContain(color.replace('#ffffff', '#fff'))
  expect(accentColorsOf('#ff7d97').dark.color).toBe('#ff7d97')
})

test('any accent colour gets enough contrast as text and background, in both themes', () => {
  fc.assert(
    fc.property(color, (accent) => {
      for (const [name, dye] of Object.entries(accentColorsOf(accent))) {
        const { grounds } = themes[name as keyof typeof themes]
        for (const ground of grounds) expect(contrast(dye.color, ground)).toBeGreaterThanOrEqual(minContrast)
        for (const below of [dye.color, pressed(dye.color)])
          expect(contrast(below, dye.content)).toBeGreaterThanOrEqual(minContrast)
      }
    }),
    { numRuns: 3000 },
  )
})

test('an unreadable accent colour changes in lightness but not in hue', () => {
  expect(accentColorsOf('#b3123f').light.color).toBe('#b3123f')
  expect(accentColorsOf('#FFD166').dark.color).toBe('#ffd166')
  fc.assert(
    fc.property(color, (accent) => {
      const [, chroma, hue] = oklch(accent)
      if (chroma < 0.05) return
      for (const { color } of Object.values(accentColorsOf(accent))) {
        const [, left, now] = oklch(color)
        // Near black and white, colours have too little chroma for a hue.
        if (left > 0.04) expect(Math.abs(Math.atan2(Math.sin(now - hue), Math.cos(now - hue)))).toBeLessThan(0.2)
      }
    }),
    { numRuns: 1000 },
  )
})
