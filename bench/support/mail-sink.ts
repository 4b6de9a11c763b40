import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** What mails come from where they are measured. */
export const mailFrom = { MAIL_FROM: 'Conferencia <hola@conferencia.gt>' }

/** Starts a mail server that takes everything, in a process of its own. Returns what sends the product's mails to it. */
export async function startSink() {
  const sink = spawn(process.execPath, [join(import.meta.dirname, '../references/mail-sink.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [port] = await once(sink.stdout, 'data')
  return { env: { SMTP_URL: `smtp://127.0.0.1:${String(port).trim()}`, ...mailFrom }, stop: () => sink.kill() }
}
