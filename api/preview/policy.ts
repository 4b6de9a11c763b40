import type { RenderedPage } from '../publishing/render.ts'
import type { Bytes } from '../serving/site.ts'

/** A preview can only be framed by the panel, and cannot send anything. */
const preview = { 'connect-src': "'none'", 'form-action': "'none'", 'frame-ancestors': "'self'" }

/** The policy is within these first bytes of the page. */
const headBytes = 16_384

/** Returns a page with the preview's policy in header and meta element, because a frame filled by a script has no header. */
export function withPreviewPolicy({ body, csp }: RenderedPage): { body: Bytes; csp: string } {
  // frame-ancestors is not allowed in a meta element. Latin 1 keeps all bytes, even if the cut splits a character.
  const head = body
    .subarray(0, headBytes)
    .toString('latin1')
    .replace(
      /(<meta http-equiv="content-security-policy" content=")([^"]*)(")/,
      (_, before: string, inPage: string, after: string) =>
        `${before}${policyOf(inPage).replace(/; frame-ancestors[^;]*/, '')}${after}`,
    )
  return { body: Buffer.concat([Buffer.from(head, 'latin1'), body.subarray(headBytes)]), csp: policyOf(csp) }
}

/** Replaces the directives that a preview sets. */
function policyOf(policy: string): string {
  const directives = policy
    .split(';')
    .map((directive) => directive.trim())
    .filter(Boolean)
    .map((directive) => [directive.split(/\s/, 1)[0] ?? '', directive] as const)
  const previewDirectives = Object.entries(preview).map(([name, value]) => [name, `${name} ${value}`] as const)
  return [...new Map([...directives, ...previewDirectives]).values()].join('; ')
}
