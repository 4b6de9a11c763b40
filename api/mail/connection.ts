/** No other file speaks SMTP. */
import { once } from 'node:events'
import { Readable } from 'node:stream'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { codeOf } from '../../data/error-code.ts'
import { minuteMs } from '../../data/time.ts'
import { type MailConfig, mailDomain } from './config.ts'

export type Letter = { from: string; to: string; raw: Buffer }

/** `server`: cannot connect or sign in. `again`: refused for now. `never`: refused for good. */
export class NotSent extends Error {
  readonly fault: 'server' | 'again' | 'never'
  readonly isPassword: boolean
  constructor(message: string, fault: NotSent['fault'], isPassword = false) {
    super(message)
    this.fault = fault
    this.isPassword = isPassword
  }
}

export type Timeouts = {
  /** Milliseconds to connect, and for each reply before the text. */
  answer: number
  /** Long (RFC 5321, 4.5.3.2.6), because giving up earlier sends an accepted mail twice. */
  accepted: number
}

const timeouts: Timeouts = { answer: minuteMs, accepted: 10 * minuteMs }

export type Connection = {
  /** Resolves with the server's reply. Throws NotSent. */
  send(letter: Letter): Promise<string>
  isOpen(): boolean
  quit(): void
}

/** Connects and signs in. Throws NotSent with fault `server`. */
export async function openConnection(
  { server, from }: Pick<MailConfig, 'server' | 'from'>,
  { answer, accepted }: Timeouts = timeouts,
): Promise<Connection> {
  const { host, port, secure, auth } = server
  const isHere = ['localhost', '127.0.0.1', '::1'].includes(host)
  const connection = new SMTPConnection({
    host,
    port,
    secure,
    // A password needs TLS, except on this machine.
    requireTLS: !secure && auth !== null && !isHere,
    tls: { rejectUnauthorized: !isHere },
    name: mailDomain({ from }),
    connectionTimeout: answer,
    greetingTimeout: answer,
    socketTimeout: accepted,
  })
  let isOpen = true
  let failure: Error | null = null
  connection.on('error', (error) => {
    failure = error
  })
  connection.once('end', () => {
    isOpen = false
  })

  /** Fails if the connection closes. */
  async function step<T>(run: (done: (error?: Error | null, result?: T) => void) => void, ms: number): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    const ended = () => reject(failure ?? new Error('the connection was closed'))
    const timer = setTimeout(() => {
      reject(new Error('the server did not answer in time'))
      connection.close()
    }, ms)
    connection.once('end', ended)
    connection.once('error', reject)
    try {
      run((error, result) => (error ? reject(error) : resolve(result as T)))
      return await promise
    } finally {
      clearTimeout(timer)
      connection.off('end', ended)
      connection.off('error', reject)
    }
  }

  try {
    await step((done) => connection.connect((error) => done(error)), 2 * answer)
    if (auth) await step((done) => connection.login(auth, (error) => done(error)), answer)
  } catch (error) {
    connection.close()
    // 4xx does not mean a wrong password.
    throw new NotSent(words(error), 'server', codeOf(error) === 'EAUTH' && (replyOf(error) ?? 500) >= 500)
  }

  return {
    isOpen: () => isOpen,
    quit: () => connection.quit(),
    async send({ from, to, raw }) {
      const text = Readable.from([raw], { objectMode: false })
      const tooLate = setTimeout(() => connection.close(), 3 * answer)
      once(text, 'end').then(
        () => clearTimeout(tooLate),
        () => {},
      )
      try {
        const info = await step<{ response: string }>(
          (done) =>
            connection.send({ from, to: [to], size: raw.byteLength }, text, (error, sent) => {
              if (error) done(error)
              else done(null, sent)
            }),
          accepted + 3 * answer,
        )
        return info.response
      } catch (error) {
        const code = replyOf(error)
        // The server would read the next mail as part of this one.
        if (code === null) connection.close()
        else if (isOpen) await step((done) => connection.reset((failed) => done(failed)), answer).catch(() => connection.close())
        if (code === null) throw new NotSent(words(error), 'again')
        // 530 to 538 concern signing in.
        if (code >= 530 && code <= 538) throw new NotSent(words(error), 'server', true)
        throw new NotSent(words(error), code >= 500 ? 'never' : 'again')
      } finally {
        clearTimeout(tooLate)
      }
    },
  }
}

function replyOf(error: unknown): number | null {
  return error instanceof Error && 'responseCode' in error && typeof error.responseCode === 'number' ? error.responseCode : null
}

function words(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const said = 'response' in error && typeof error.response === 'string' ? error.response : error.message
  return said.replace(/\s+/g, ' ').slice(0, 500)
}
