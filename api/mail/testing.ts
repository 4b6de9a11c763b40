/** A real SMTP server for tests, on a free port in this process. */
import { once } from 'node:events'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { expect, onTestFinished } from 'vitest'
import { freePort } from '../../tests/support/free-port.ts'
import type { MailConfig } from './config.ts'

export function reply(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode })
}

export type Trouble = {
  greeting?: () => Error | null
  login?: () => Error | null
  from?: (address: string) => Error | null
  recipient?: (address: string) => Error | null
  /** A promise that never resolves makes the server hang. */
  data?: (to: string, raw: Buffer) => Promise<Error | null> | Error | null
}

type TakenMail = { from: string; to: string[]; raw: Buffer }

/** `trouble` may change while the server runs. */
export async function startMailServer(trouble: Trouble = {}, portBefore?: number) {
  const port = portBefore ?? (await freePort())
  const taken: TakenMail[] = []
  let most = 0
  let open = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    logger: false,
    closeTimeout: 100,
    onConnect(_session, done) {
      open += 1
      most = Math.max(most, open)
      done(trouble.greeting?.())
    },
    onClose: () => {
      open -= 1
    },
    onAuth: ({ username }, _session, done) => done(trouble.login?.(), { user: username }),
    onMailFrom: ({ address }, _session, done) => done(trouble.from?.(address)),
    onRcptTo: ({ address }, _session, done) => done(trouble.recipient?.(address)),
    async onData(stream, session, done) {
      const parts: Buffer[] = []
      try {
        for await (const part of stream) parts.push(part)
      } catch (broken) {
        return done(broken as Error)
      }
      const raw = Buffer.concat(parts)
      const { mailFrom, rcptTo } = session.envelope
      const to = rcptTo.map(({ address }) => address)
      const error = await trouble.data?.(to[0] ?? '', raw)
      if (error) return done(error)
      taken.push({ from: mailFrom ? mailFrom.address : '', to, raw })
      done(null, `Accepted as ${taken.length}`)
    },
  })
  // Without a listener, a disconnect would end the process.
  server.on('error', () => {})
  await once(server.listen(port, '127.0.0.1'), 'listening')
  const stop = () => new Promise<void>((resolve) => server.close(() => resolve()))
  onTestFinished(stop)
  return {
    port,
    url: `smtp://127.0.0.1:${port}`,
    config: (): MailConfig => ({
      server: { host: '127.0.0.1', port, secure: false, auth: null },
      from: { name: 'Conferencia', address: 'hola@conferencia.gt' },
      dkim: null,
    }),
    taken,
    mostConnections: () => most,
    async mails(count = 0): Promise<Email[]> {
      await expect.poll(() => taken.length).toBeGreaterThanOrEqual(count)
      return Promise.all(taken.map(({ raw }) => PostalMime.parse(raw)))
    },
    stop,
  }
}
