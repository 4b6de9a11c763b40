import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isSafe } from 'redos-detector'
import ts from 'typescript'
import { expect, test } from 'vitest'

/** Regular expressions that may backtrack without a limit, each with the reason why that is harmless. */
const harmless: Record<string, string> = {
  '/\\n\\s*\\n/': 'of two line breaks in a row of blanks the first one found ends it',
  '/(<meta http-equiv="content-security-policy" content=")([^"]*)(")/': 'over the rendered page, which has one of these',
  '/<(script|style)\\b[^>]*>(.*?)<\\/\\1>/gs': 'over the rendered page, in which every < that somebody typed is escaped',
  '/\\sid="([^"]+)"/g': 'over the rendered page, in which every " that somebody typed is escaped',
  '/((?<!data-present) href=")(\\/(?:[?#][^"]*)?")/g': 'over rendered pages, once for an edition',
  '/<html[^>]* data-moment="(\\w+)"/': 'over the rendered page, which has one of these',
  '/<style[^>]*>(.*?)<\\/style>/gs': 'over the rendered page, in which every < that somebody typed is escaped',
  '/var\\((--(?!tw-)[\\w-]+),(?:[^()]|\\([^()]*\\))*\\)/g': 'over our own stylesheet, when the site is built',
  '/filename="([^"\\r\\n]{0,255})"/i': 'over the head of one part of a form, of limited size',
  '/[\\w.-]+\\.(?:css|js|svg|woff2|webp|png|ico)\\b/g': 'over rendered pages, once for an edition',
  '/<astro-island [^>]*component-url="([^"]+)"[^>]*renderer-url="([^"]+)"[^>]*client="only"/':
    'over the rendered page, in which every < that somebody typed is escaped',
  '/(?:from|import)"\\.\\/([\\w.-]+\\.js)"/g': 'over our own scripts, once for each',
  '/[\\s.,;:]*\\S?$/': 'over one line of a card, a few words',
  '/[.,;:!?]+$/': 'over one address in a text that an organiser wrote',
  '/^[\\d.]+$|:/': 'over the name of the host',
  '/"schedule"\\s*:/': 'over a file that an organiser chose, in their own browser',
  '/^\\s*(?:[=＝]|[+\\-@＋－＠]\\s*[\\p{L}_.]+\\d*\\s*[(!|])/u':
    'from the start of a field alone, whose parts have no letter in common',
}

/** Sources whose patterns run on text of limited size, or in a process that ends after ten seconds at most. */
const inOwnProcess = /^api\/(uploads\/svg|import\/(read-|texts|html-output|written-times|people-in-cell|table|csv))/

const top = join(import.meta.dirname, '..')

/** Returns all patterns in a source. Reads only the TypeScript part of an .astro file. */
function patternsIn(file: string, source: string): string[] {
  const code = file.endsWith('.astro') ? (source.split(/^---$/m)[1] ?? '') : source
  const kind = file.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const patterns: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) patterns.push(node.text)
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true, kind))
  return patterns
}

function isBounded(pattern: string): boolean {
  const end = pattern.lastIndexOf('/')
  return isSafe(new RegExp(pattern.slice(1, end), pattern.slice(end + 1)), { timeout: 60_000 }).safe
}

function unbounded(): string[] {
  const files = globSync('{api,data,site}/**/*.{ts,tsx,astro}', { cwd: top }).filter((name) => !/(test|testing)\.ts$/.test(name))
  const found = files.flatMap((file) => {
    const source = readFileSync(join(top, file), 'utf8')
    return patternsIn(file, source).map((pattern) => ({ file, pattern }))
  })
  // The test must have found patterns. Otherwise it could not fail.
  expect(found.length).toBeGreaterThan(30)
  return found
    .filter(({ file, pattern }) => !(pattern in harmless) && !inOwnProcess.test(file) && !isBounded(pattern))
    .map(({ file, pattern }) => `${file}: ${pattern}`)
}

test('no regular expression in the code can backtrack without a limit', {
  timeout: 120_000,
}, () => {
  expect(unbounded()).toEqual([])
})

test.each([
  ['/[^/]*[^\\w/.-][^/]*/g', false],
  ['/^(a+)+$/', false],
  ['/[^\\w.-]/', true],
])('recognises whether a regular expression can backtrack without a limit: %s', (pattern, expected) => {
  expect([patternsIn('x.ts', `const x = ${pattern}`), isBounded(pattern)]).toEqual([[pattern], expected])
})
