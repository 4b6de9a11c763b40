import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { html } from 'hono/html'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

const maxMailCount = 500

type Mailbox = { smtpUrl: string; url: string; stop(): void }

/** Starts a local mail server, and a page that shows its mails. */
export async function startMailbox(): Promise<Mailbox> {
  const mails: Email[] = []
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    async onData(stream, _session, done) {
      const parts: Buffer[] = []
      try {
        for await (const part of stream) parts.push(part)
      } catch (broken) {
        // The sender disconnected before the end of the mail.
        return done(broken as Error)
      }
      mails.unshift(await PostalMime.parse(Buffer.concat(parts)))
      mails.splice(maxMailCount)
      done()
    },
  })
  // Without a listener, a disconnect would end the process.
  smtp.on('error', () => {})
  const listening = smtp.listen(0, '127.0.0.1')
  await once(listening, 'listening')

  const web = createServer((request, response) => {
    const [, kind, index = ''] = (request.url ?? '').split('/')
    const mail = mails[Number(index)]
    const page = kind === 'correo' && mail ? shown(mail) : kind === '' ? list(mails) : null
    response.writeHead(page === null ? 404 : 200, {
      'Content-Type': 'text/html; charset=utf-8',
      // Mails contain text from visitors, so scripts must not run.
      'Content-Security-Policy':
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-src 'self'; base-uri 'none'",
    })
    response.end(page ?? 'No está aquí')
  }).listen(0, '127.0.0.1')
  await once(web, 'listening')
  return {
    smtpUrl: `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}`,
    url: `http://localhost:${(web.address() as AddressInfo).port}`,
    stop() {
      web.close()
      smtp.close(() => {})
    },
  }
}

function shown({ html: body = '', text = '', attachments }: Email): string {
  const pictures = attachments.flatMap(({ contentId, mimeType, content }) =>
    contentId && content instanceof ArrayBuffer
      ? [[`cid:${contentId.slice(1, -1)}`, `data:${mimeType};base64,${Buffer.from(content).toString('base64')}`] as const]
      : [],
  )
  const whole = body || String(html`<pre>${text}</pre>`)
  return pictures
    .reduce((page, [cid, data]) => page.replaceAll(cid, data), whole)
    .replace('<head>', '<head><base target="_blank">')
}

const style = `:root{color-scheme:light dark;font-family:system-ui,sans-serif;line-height:1.5}
body{max-width:44rem;margin:0 auto;padding:1.5rem 1rem}h1{margin:0;font-size:1.6rem}ul{padding:0;margin:1.5rem 0}
li{border-top:1px solid #8886;list-style:none}summary{display:block;padding:.9rem .25rem;cursor:pointer;overflow-wrap:anywhere}
summary::-webkit-details-marker{display:none}summary:hover strong{text-decoration:underline}
iframe{width:100%;height:54rem;border:1px solid #8886;border-radius:12px}strong{display:block}small{opacity:.85}`

const when = (date = '') => new Date(date).toLocaleString('es-GT', { dateStyle: 'medium', timeStyle: 'short' })

function list(mails: Email[]): string {
  const rows = mails.map(
    ({ to, subject, date, attachments }, index) => html`<li><details><summary><strong>${subject}</strong>
<small>para ${to?.map(({ name, address }) => `${name} <${address}>`).join(', ')} · ${when(date)}${attachments.length > 0 ? ` · adjuntos: ${attachments.map(({ filename }) => filename).join(', ')}` : ''}</small></summary>
<iframe src="/correo/${index}" title="${subject}" loading="lazy" sandbox="allow-popups"></iframe></details></li>`,
  )
  return String(html`<!doctype html><html lang="es"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Buzón de la demo</title><style>${style}</style></head><body><h1>Buzón de la demo</h1>
<p>${mails.length === 0 ? 'Todavía no llega ningún correo. Regístrate en el sitio y recarga esta página.' : `Lo que el sitio ha enviado, lo más nuevo primero (${mails.length}).`}</p>
<ul>${rows}</ul></body></html>`)
}
