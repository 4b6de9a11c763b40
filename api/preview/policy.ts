import type { RenderedPage } from '../publishing/render.ts'

/** Where a preview differs from the page: only the panel may frame it, and nothing in it can send anything anywhere. */
const preview = { 'connect-src': "'none'", 'form-action': "'none'", 'frame-ancestors': "'self'" }

/** A page with the policy of a preview, in its header and in itself: what is put into a frame by a script has no header. */
export function withPreviewPolicy({ body, csp }: RenderedPage): { body: string; csp: string } {
  // A page says it without frame-ancestors, which counts in a header only.
  const said = body
    .toString()
    .replace(
      /(<meta http-equiv="content-security-policy" content=")([^"]*)(")/,
      (_, before: string, inPage: string, after: string) =>
        `${before}${policyOf(inPage).replace(/; frame-ancestors[^;]*/, '')}${after}`,
    )
  return { body: said, csp: policyOf(csp) }
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
