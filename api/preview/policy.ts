import type { RenderedPage } from '../publishing/render.ts'
import type { Bytes } from '../serving/site.ts'

/** Where a preview differs from the page: only the panel may frame it, and nothing in it can send anything anywhere. */
const preview = { 'connect-src': "'none'", 'form-action': "'none'", 'frame-ancestors': "'self'" }

/** Bytes within which a page says its policy: at the beginning of its head. */
const headLength = 16_384

/** A page with the policy of a preview, in its header and in itself: what is put into a frame by a script has no header. */
export function withPreviewPolicy({ body, csp }: RenderedPage): { body: Bytes; csp: string } {
  // A page says it without frame-ancestors, which counts in a header only. Only its head is read: a page may be long. Latin 1
  // gives each byte back as it was, wherever the head is cut.
  const head = body
    .subarray(0, headLength)
    .toString('latin1')
    .replace(
      /(<meta http-equiv="content-security-policy" content=")([^"]*)(")/,
      (_, before: string, inPage: string, after: string) =>
        `${before}${policyOf(inPage).replace(/; frame-ancestors[^;]*/, '')}${after}`,
    )
  return { body: Buffer.concat([Buffer.from(head, 'latin1'), body.subarray(headLength)]), csp: policyOf(csp) }
}

/** Each directive once, those of a preview as it has them. */
function policyOf(policy: string): string {
  const directives = policy
    .split(';')
    .map((directive) => directive.trim())
    .filter(Boolean)
    .map((directive) => [directive.split(/\s/, 1)[0] ?? '', directive] as const)
  const own = Object.entries(preview).map(([name, value]) => [name, `${name} ${value}`] as const)
  return [...new Map([...directives, ...own]).values()].join('; ')
}
