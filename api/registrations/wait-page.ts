import { createHash } from 'node:crypto'
import { html, raw } from 'hono/html'
import type { Refusal } from './registering.ts'

// Has its own styles, because the styles of the landing page are twenty times as large.
const style = `:root{color-scheme:light dark;font:1.125rem/1.6 system-ui,sans-serif}
body{margin:0;background:light-dark(#fdfaf5,#14102b);color:light-dark(#1d1838,#f4eee4);min-height:100svh;display:grid;place-items:center;padding:1.5rem;box-sizing:border-box}
main{max-width:32rem}
h1{font-size:1.75rem;line-height:1.2;margin:0 0 1rem}
p{margin:0 0 1.5rem}
form{display:inline}
button,a{font:inherit;font-weight:600;display:inline-block;margin:0 1rem .75rem 0}
button{padding:.6rem 1.4rem;border:0;border-radius:.5rem;background:light-dark(#1d1838,#f4eee4);color:light-dark(#fdfaf5,#14102b);cursor:pointer}
a{color:inherit;padding:.6rem 0}`

export const waitPolicy = [
  `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
].join('; ')

type Retry = { action: string; label: string }

const asBefore: Retry = { action: '/api/registrations#registro', label: 'Reintentar' }

/** `fields` has pairs of name and value. A name may occur several times. */
export function waitPage(
  { message, reason }: Pick<Refusal, 'message' | 'reason'>,
  fields: readonly (readonly [string, string])[],
  { action, label } = asBefore,
) {
  // After a refusal with a reason, the person may have registered before, and the page must not reveal it.
  const title = reason ? 'No se hizo un registro nuevo' : 'Todavía no estás registrado'
  const hidden = fields.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)
  return html`<!doctype html>
<html lang="es"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">
<title>${title}</title><style>${raw(style)}</style></head>
<body><main><h1>${title}</h1>
<p role="alert">${message} Lo que escribiste se conserva.</p>
<form method="post" action="${action}">${hidden}<button>${label}</button></form>
<a href="/#registro">Volver al sitio</a></main></body></html>
`
}
