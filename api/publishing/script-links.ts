import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const islandInBrowser = /<astro-island [^>]*component-url="([^"]+)"[^>]*renderer-url="([^"]+)"[^>]*client="only"/

const imported = /(?:from|import)"\.\/([\w.-]+\.js)"/g

/** Loads the scripts of an island that only browsers render at once. Otherwise a browser finds imports one after the other. */
export function createScriptLinks(clientDir: string): (html: string) => string {
  const linksByEntries = new Map<string, string>()

  function linksTo(entries: string[]): string {
    const paths = new Set(entries)
    // The loop also visits the paths that it adds.
    for (const path of paths) {
      const script = readFileSync(join(clientDir, path), 'utf8')
      for (const [, name = ''] of script.matchAll(imported)) paths.add(join(path, '..', name))
    }
    return [...paths].map((path) => `<link rel="modulepreload" href="${path}">`).join('')
  }

  return (html) => {
    const [, ...entries] = islandInBrowser.exec(html) ?? []
    if (entries.length === 0) return html
    const links = linksByEntries.get(entries.join()) ?? linksTo(entries)
    linksByEntries.set(entries.join(), links)
    return html.replace('<title>', `${links}<title>`)
  }
}
