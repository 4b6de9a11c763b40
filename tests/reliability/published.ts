/** Reads the published folder as a web server in front would. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'

/** Maps the name of each page to its text. */
export type Folder = Map<string, string>

/** Returns true if the compressed page matches the page. */
export function isCompressed(dataDir: string): boolean {
  const page = join(dataDir, 'www/index.html')
  return existsSync(`${page}.gz`) && readFileSync(`${page}.gz`).equals(gzipSync(readFileSync(page), { level: 9 }))
}

/** Returns the published pages, and the compressed files that do not match their page. */
export function readPublished(dataDir: string): { pages: Folder; mismatches: string[] } {
  const www = join(dataDir, 'www')
  const names = readdirSync(www, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(html|ics|xml|txt|webmanifest)$/.test(name))
    .toSorted()
  const pages: Folder = new Map(names.map((name) => [name, readFileSync(join(www, name), 'utf8')]))
  const mismatches = names.flatMap((name) => {
    const forms = { '.br': brotliDecompressSync, '.gz': gunzipSync }
    return Object.entries(forms).flatMap(([ending, decompress]) => {
      const path = join(www, name + ending)
      if (!existsSync(path)) return []
      return decompress(readFileSync(path)).toString() === pages.get(name) ? [] : [name + ending]
    })
  })
  return { pages, mismatches }
}
