import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { distDir, root } from '../../api/system/root.ts'
import { weigh } from '../../scripts/budget.ts'

const [, section = ''] = readFileSync(join(root, 'README.md'), 'utf8').split('\n## What a visit weighs\n')
const text = section.replaceAll(/\s+/g, ' ')
const weights = await weigh(distDir)

test.each([
  ['everything', /first visit to the demo loads (\d+) KB/],
  ['demoPage', /(\d+) KB of HTML and styles/],
  ['scripts', /(\d+) KB of scripts/],
  ['typeface', /a typeface of (\d+) KB/],
  ['drawings', /(\d+) KB of drawings/],
  ['largePage', /150 sessions and 120 speakers, has (\d+) KB of HTML/],
  ['largeSheets', /in a separate file of (\d+) KB/],
] as const)('README.md gives the weight %s of this build, to within a kilobyte', (name, pattern) => {
  const kilobytes = Number(pattern.exec(text)?.[1])
  expect(Math.abs(kilobytes - weights[name] / 1024), `${weights[name]} bytes`).toBeLessThan(1)
})
