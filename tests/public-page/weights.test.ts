import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { distDir, root } from '../../api/system/root.ts'
import { weigh } from '../../scripts/budget.ts'
import { sharedDemo } from '../support/fixtures.ts'

const product = await sharedDemo()
const html = await (await fetch(product.origin)).text()
const [, section = ''] = readFileSync(join(root, 'README.md'), 'utf8').split('\n## What a visit weighs\n')
const text = section.replaceAll(/\s+/g, ' ')

const weights = {
  ...(await weigh(distDir)),
  portraits: await weighPictures(['speakers']),
  logos: await weighPictures(['aliados', 'patrocinadores']),
}

/** Returns the bytes that the pictures in sections of the demo's page have on the way to a browser. */
async function weighPictures(ids: string[]): Promise<number> {
  const sections = ids.map((id) => html.split(`<section id="${id}"`)[1]?.split('</section>')[0])
  const pictures = [...sections.join().matchAll(/ src="(\/public-objects\/[^"]+)"/g)]
  const bytes = pictures.map(async ([, path]) => {
    const { headers } = await fetch(product.processOrigin + path, { headers: { 'Accept-Encoding': 'br' } })
    return Number(headers.get('content-length'))
  })
  return (await Promise.all(bytes)).reduce((total, size) => total + size, 0)
}

test.each([
  ['everything', /first visit to the demo loads (\d+) KB/],
  ['demoPage', /(\d+) KB of HTML and styles/],
  ['scripts', /(\d+) KB of scripts/],
  ['typeface', /a typeface of (\d+) KB/],
  ['drawings', /(\d+) KB of drawings/],
  ['largePage', /150 sessions and 120 speakers, has (\d+) KB of HTML/],
  ['largeSheets', /in a separate file of (\d+) KB/],
  ['portraits', /portraits \((\d+) KB\)/],
  ['logos', /logos \((\d+) KB\)/],
] as const)('the weight %s in README.md is the weight of this build, to within a kilobyte', (name, pattern) => {
  const kilobytes = Number(pattern.exec(text)?.[1])
  expect(Math.abs(kilobytes - weights[name] / 1024), `${weights[name]} bytes`).toBeLessThan(1)
})

test('the scripts of the page and of screens never load scripts of the panel', () => {
  const folder = join(distDir, 'client/_assets')
  const importsOf = (name: string) =>
    [...readFileSync(join(folder, name), 'utf8').matchAll(/["'`]\.\/([^"'`]+\.js)["'`]/g)].map(([, imported = '']) => imported)
  const isEntry = (name: string) => /^(index|Screen|ItemPage|registro)\.astro.*\.js$/.test(name)
  const reached = new Set(readdirSync(folder).filter(isEntry))
  expect(reached.size).toBeGreaterThan(1)
  for (const name of reached) for (const imported of importsOf(name)) reached.add(imported)
  const names = [...reached].map((name) => name.split('.')[0])
  expect(names).toContain('follow')
  expect(names).not.toContain('panel')
})
