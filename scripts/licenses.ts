import { globSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../api/system/root.ts'

/** The name of the list that Vite writes for each bundle. */
export const bundledFile = 'licenses.json'

const licensesFile = 'licencias.txt'

/** Packages whose styles, font or inline scripts are in pages. Vite lists only packages in files of scripts. */
const inPages = ['@fontsource-variable/funnel-display', 'astro', 'daisyui', 'tailwindcss']

/** Licences that allow to put a package into the build. */
export const bundledLicenses = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  '(MIT OR Apache-2.0)',
]

/** Licences of packages that npm installs on the server. LGPL is the licence of libvips, which `sharp` loads as a library. */
export const installedLicenses = [...bundledLicenses, 'LGPL-3.0-or-later']

type Package = { name: string; version: string; identifier?: string; text?: string }

/** Writes the licences of what browsers get into `client/`, and those of the whole build beside it. Removes Vite's lists. */
export function writeLicenses(distDir: string): void {
  const lists = globSync(`**/*${bundledFile}`, { cwd: distDir })
  const packagesOf = (names: string[]) =>
    names.flatMap((name) => JSON.parse(readFileSync(join(distDir, name), 'utf8')) as Package[])
  const client = [...packagesOf(lists.filter((name) => name.startsWith('client/'))), ...inPages.map(installed)]
  writeFileSync(join(distDir, 'client', licensesFile), textOf(client))
  writeFileSync(join(distDir, licensesFile), textOf([...client, ...packagesOf(lists)]))
  for (const name of lists) rmSync(join(distDir, name))
}

/** Packages with equal texts share one entry. */
function textOf(packages: Package[]): string {
  const titlesByText = new Map<string, Set<string>>()
  for (const found of packages) {
    const text = found.text ?? 'El paquete no trae el texto de su licencia. Está en https://spdx.org/licenses/'
    titlesByText.set(text, (titlesByText.get(text) ?? new Set()).add(titleOf(found)))
  }
  const entries = [...titlesByText].map(([text, titles]) => `${[...titles].toSorted().join('\n')}\n\n${text}\n`)
  return [introduction, ...entries.toSorted()].join(`\n${'='.repeat(80)}\n\n`)
}

const introduction = 'Este sitio usa código, estilos y tipografía de otras personas. Estas son sus licencias.\n'

const titleOf = ({ name, version, identifier = 'sin nombre' }: Package) => `${name} ${version} (${identifier})`

function installed(name: string): Package {
  const folder = join(root, 'node_modules', name)
  const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry))
  if (!file) throw new Error(`The package ${name} has no licence file`)
  return { name, version, identifier: license, text: readFileSync(join(folder, file), 'utf8').trim() }
}
