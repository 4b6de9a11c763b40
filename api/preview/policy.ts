import type { RenderedPage } from '../publishing/render.ts'
import type { Bytes } from '../serving/site.ts'

const preview = { 'connect-src': "'none'", 'form-action': "'none'", 'frame-ancestors': "'self'" }

const headBytes = 16_384

/** Also sets the policy in the page's meta element. If a script puts the page into the preview's frame, no headers apply. */
export function withPreviewPolicy({ body, csp }: RenderedPage): { body: Bytes; csp: string } {
  // Latin 1 keeps every byte of the page.
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

function policyOf(policy: string): string {
  const directives = policy
    .split(';')
    .map((directive) => directive.trim())
    .filter(Boolean)
    .map((directive) => [directive.split(/\s/, 1)[0] ?? '', directive] as const)
  const previewDirectives = Object.entries(preview).map(([name, value]) => [name, `${name} ${value}`] as const)
  return [...new Map([...directives, ...previewDirectives]).values()].join('; ')
}
