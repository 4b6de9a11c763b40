/** A mail server for tests: real SMTP on a free port, in this process. */
import { once } from 'node:events'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { expect, onTestFinished } from 'vitest'
import { freePort } from '../../tests/support/free-port.ts'
import type { MailConfig } from './config.ts'

/** A refusal with this number and word. */
export function reply(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode })
}

/** What goes wrong at each step: an error to answer with; null, or nothing said, is yes. */
export type Trouble = {
  greeting?: () => Error | null
  login?: () => Error | null
  from?: (address: string) => Error | null
  recipient?: (address: string) => Error | null
  /** Asked when the whole text is there. A promise that is never kept hangs. */
  data?: (to: string, raw: Buffer) => Promise<Error | null> | Error | null
}

type TakenMail = { from: string; to: string[]; raw: Buffer }

/**
 * Starts a server, where one was before or on a free port, that keeps what it says yes to. `trouble` may be changed while it
 * runs. Gone when the test is over.
 */
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
    // What still hangs then is cut off.
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
        // Whoever sent it is gone in the middle.
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
  // Without a listener a client that hangs up would end the process.
  server.on('error', () => {})
  await once(server.listen(port, '127.0.0.1'), 'listening')
  const stop = () => new Promise<void>((resolve) => server.close(() => resolve()))
  onTestFinished(stop)
  return {
    port,
    url: `smtp://127.0.0.1:${port}`,
    /** What a process is told that sends by it. */
    config: (): MailConfig => ({
      server: { host: '127.0.0.1', port, secure: false, auth: null },
      from: { name: 'Conferencia', address: 'hola@conferencia.gt' },
      dkim: null,
    }),
    taken,
    /** The most connections at a time. */
    mostConnections: () => most,
    /** What it has taken, at least so many, for which it waits; read as a mail program does. */
    async mails(count = 0): Promise<Email[]> {
      await expect.poll(() => taken.length).toBeGreaterThanOrEqual(count)
      return Promise.all(taken.map(({ raw }) => PostalMime.parse(raw)))
    },
    stop,
  }
}
