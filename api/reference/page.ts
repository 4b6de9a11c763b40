import { html, raw } from 'hono/html'
import { type ApiDocument, adminsOnly, type Operation } from './document.ts'

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 60rem; margin: 0 auto; padding: 1.5rem 1rem 4rem }
h2 { margin: 2.5rem 0 .5rem; text-transform: capitalize }
details { border: 1px solid color-mix(in srgb, currentColor 20%, transparent); border-radius: .5rem; margin: .5rem 0; padding: 0 1rem }
summary { padding: .75rem 0; cursor: pointer }
code { font: .9375em/1.5 ui-monospace, monospace; overflow-wrap: anywhere }
summary code { font-weight: 600 }
pre { overflow-x: auto; padding: .75rem; border-radius: .375rem; background: color-mix(in srgb, currentColor 7%, transparent) }
.who { opacity: .75 }
`

export async function referencePolicy(): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(style))
  return `default-src 'none'; style-src 'sha256-${Buffer.from(digest).toString('base64')}'; frame-ancestors 'none'; base-uri 'none'`
}

export function referencePage({ info, paths }: ApiDocument): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ call: `${method.toUpperCase()} ${path}`, operation })),
  )
  const groups = Map.groupBy(operations, ({ operation }) => operation.tags[0] ?? '')
  return `${html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>${info.title}: API</title>
<style>${raw(style)}</style>
</head>
<body>
<h1>${info.title}: API</h1>
<p>${info.description} The same for programs: <a href="/api/openapi.json">openapi.json</a>.</p>
${[...groups].map(([name, calls]) => html`<h2>${name}</h2>${calls.map(({ call, operation }) => callDetails(call, operation))}`)}
</body>
</html>`}`
}

function callDetails(call: string, { summary, description, security, parameters, requestBody, responses }: Operation) {
  const who = security.length === 0 ? 'Anyone.' : description?.startsWith(adminsOnly) ? adminsOnly : 'Signed in.'
  const details = description?.replace(adminsOnly, '').trim()
  const nameList = (title: string, place: 'query' | 'header') => {
    const names = parameters.filter((parameter) => parameter.in === place).map(({ name }) => name)
    return names.length > 0 ? html`<p>${title}: <code>${names.join(', ')}</code></p>` : ''
  }
  const body = requestBody && Object.values(requestBody.content)[0]?.schema
  return html`<details>
<summary><code>${call}</code><br>${summary} <span class="who">${who}</span></summary>
${details ? html`<p>${details}</p>` : ''}
${nameList('Query', 'query')}
${nameList('Headers', 'header')}
${body ? html`<p>Body</p><pre>${JSON.stringify(body, null, 2)}</pre>` : ''}
<p>Answers</p>
<ul>${Object.entries(responses).map(([status, { description }]) => html`<li><code>${status}</code> ${description}</li>`)}</ul>
</details>`
}
