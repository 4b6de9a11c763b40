/** A page's own Content-Security-Policy: what it allows, and where the page says so. */
import { hash } from 'node:crypto'
import type { Bytes } from '../serving/site.ts'

/** The hashes of the inline scripts and styles in a text, as policies name them. */
export function inlineHashes(html: string): string[] {
  const inline = html.matchAll(/<(script|style)\b[^>]*>(.*?)<\/\1>/gs)
  return [...inline].map(([, , text = '']) => `'sha256-${hash('sha256', text, 'base64')}'`)
}

/** Text of a page as bytes, and the hashes of the scripts and styles in it. */
export type Inlined = { bytes: Bytes; hashes: readonly string[] }

/** Styles as they stand in a page. */
export function inlineStyles(styles: readonly string[]): Inlined {
  const html = styles.map((style) => `<style>${style}</style>`).join('')
  return { bytes: Buffer.from(html), hashes: inlineHashes(html) }
}

/** The policy with these styles allowed as well. Throws when it says nothing of styles. */
export function allowingStyles(csp: string, hashes: readonly string[]): string {
  const missing = hashes.filter((hash) => !csp.includes(hash))
  if (!csp || missing.length === 0) return csp
  if (!csp.includes('style-src ')) throw new Error('The policy of a page does not say which styles it allows')
  return csp.replace(/style-src [^;]*/, (directive) => [directive.trimEnd(), ...missing].join(' '))
}

/**
 * The policy without the hashes of scripts and styles that are not in the page. The build names those of every page and of
 * every way in which an island might start: half a kilobyte, and more than this page needs to allow.
 */
export function ownPolicy(csp: string, own: ReadonlySet<string>): string {
  return csp.replace(/ ('sha256-[^']{44}')/g, (token, hash) => (own.has(hash) ? token : ''))
}

const charset = '<meta charset="utf-8">'

/**
 * The pieces of a page that carries its own Content-Security-Policy, so that it is kept on any static host: the hashes in it
 * change with each build, and a host's configuration would lag behind. After the charset, which browsers look for in the first
 * 1024 bytes. `frame-ancestors` counts in a header only. Throws when the page's first piece has no charset.
 */
export function withPolicy([first, ...rest]: readonly Bytes[], csp: string): Bytes[] {
  const at = first?.subarray(0, 1024).indexOf(charset) ?? -1
  if (!first || at === -1) throw new Error('A page without a charset cannot carry its policy')
  const end = at + charset.length
  const policy = csp.replace(/frame-ancestors[^;]{0,12};/, '')
  const meta = Buffer.from(`<meta http-equiv="content-security-policy" content="${policy}">`)
  return [first.subarray(0, end), meta, first.subarray(end), ...rest]
}
