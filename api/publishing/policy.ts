import { hash } from 'node:crypto'
import type { Bytes } from '../serving/site.ts'

export function inlineHashes(html: string): string[] {
  const inline = html.matchAll(/<(script|style)\b[^>]*>(.*?)<\/\1>/gs)
  return [...inline].map(([, , text = '']) => `'sha256-${hash('sha256', text, 'base64')}'`)
}

export type Inlined = { bytes: Bytes; hashes: readonly string[] }

export function inlineStyles(styles: readonly string[]): Inlined {
  const html = styles.map((style) => `<style>${style}</style>`).join('')
  return { bytes: Buffer.from(html), hashes: inlineHashes(html) }
}

export function allowingStyles(csp: string, hashes: readonly string[]): string {
  const missing = hashes.filter((hash) => !csp.includes(hash))
  if (!csp || missing.length === 0) return csp
  if (!csp.includes('style-src ')) throw new Error('The policy of a page does not say which styles it allows')
  return csp.replace(/style-src [^;]*/, (directive) => [directive.trimEnd(), ...missing].join(' '))
}

/** The build puts the hashes of all pages into each policy. Removes those that this page does not use. */
export function pagePolicy(csp: string, usedHashes: ReadonlySet<string>): string {
  return csp.replace(/ ('sha256-[^']{44}')/g, (token, hash) => (usedHashes.has(hash) ? token : ''))
}

const charset = '<meta charset="utf-8">'

/** Inserts the policy behind the charset, because browsers search the charset in the first 1024 bytes. */
export function withPolicy([first, ...rest]: readonly Bytes[], csp: string): Bytes[] {
  const start = first?.subarray(0, 1024).indexOf(charset) ?? -1
  if (!first || start === -1) throw new Error('A page without a charset cannot carry its policy')
  const end = start + charset.length
  const policy = csp.replace(/frame-ancestors[^;]{0,12};/, '')
  const meta = Buffer.from(`<meta http-equiv="content-security-policy" content="${policy}">`)
  return [first.subarray(0, end), meta, first.subarray(end), ...rest]
}
