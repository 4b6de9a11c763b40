import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { distDir, root } from '../../api/system/root.ts'
import { native } from '../../scripts/build-api.ts'
import { bundledFile, bundledLicenses } from '../../scripts/licenses.ts'
import { sharedProduct } from '../support/fixtures.ts'

const product = await sharedProduct()
const answer = await fetch(`${product.origin}/licencias.txt`)
const published = await answer.text()
const ofBuild = packagesIn(readFileSync(join(distDir, 'licencias.txt'), 'utf8'))

function packagesIn(text: string) {
  return [...text.matchAll(/^(\S+) \d\S* \((.+)\)$/gm)].map(([, name = '', license = '']) => ({ name, license }))
}

const namesOf = (packages: { name: string }[]) => packages.map(({ name }) => name)

/** Returns the packages of package.json that sources import, without imports of types. */
function importedPackages(): string[] {
  const sources = globSync('{site,api,data}/**/*.{ts,tsx,astro,css}', { cwd: root })
    .filter((file) => !/(\.test|testing|\/dev)\.tsx?$/.test(file))
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n')
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return Object.keys({ ...dependencies, ...devDependencies }).filter((name) =>
    new RegExp(`^(?!import type ).*\\b(?:from|import|import\\(|plugin) ?['"]${name}['"/]`, 'm').test(sources),
  )
}

test('/licencias.txt has the licences of all code that browsers get', () => {
  expect([answer.status, answer.headers.get('content-type')?.toLowerCase()]).toEqual([200, 'text/plain; charset=utf-8'])
  const names = namesOf(packagesIn(published))
  expect(names).toEqual(expect.arrayContaining(['astro', 'daisyui', 'react', 'react-dom', 'scheduler', 'qr', 'tailwindcss']))
  expect(names).not.toContain('nodemailer')
})

test('the typeface of headings is published with its licence', () => {
  expect(packagesIn(published)).toContainEqual({ name: '@fontsource-variable/funnel-display', license: 'OFL-1.1' })
  expect(published).toContain('SIL OPEN FONT LICENSE')
})

test('the build names each bundled package and its licence', () => {
  const bundled = importedPackages().filter((name) => !native.includes(name))
  expect(bundled).toEqual(expect.arrayContaining(['react', 'hono', 'qr', 'daisyui', 'tailwindcss', 'nodemailer']))
  expect(bundled.filter((name) => !namesOf(ofBuild).includes(name))).toEqual([])
  expect(globSync(`**/*${bundledFile}`, { cwd: distDir })).toEqual([])
})

test('every bundled package has an allowed licence', () => {
  const others = ofBuild.filter(({ license }) => !bundledLicenses.includes(license))
  // This package names no licence, but has the text of MIT.
  expect(others).toEqual([{ name: 'png-js', license: 'sin nombre' }])
})
