import { once } from 'node:events'
import { Readable } from 'node:stream'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { codeOf } from '../../data/error-code.ts'
import { minuteMs } from '../../data/time.ts'
import { type MailConfig, mailDomain } from './config.ts'

export type Letter = { from: string; to: string; raw: Buffer }

/** `server`: the server cannot be used. `again`: the mail is refused for now. `never`: the mail is refused for ever. */
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
  /** Limit for connecting, and for each reply until the text of the mail is sent. */
  answerMs: number
  /**
   * Limit for the reply to the text of the mail. If it were shorter, an accepted mail could be sent twice (RFC 5321, 4.5.3.2.6).
   */
  acceptedMs: number
}

const defaultTimeouts: Timeouts = { answerMs: minuteMs, acceptedMs: 10 * minuteMs }

export type Connection = {
  send(letter: Letter): Promise<string>
  isOpen(): boolean
  quit(): void
}

type Session = ReturnType<typeof sessionOf>

export async function openConnection(
  { server, from }: Pick<MailConfig, 'server' | 'from'>,
  timeouts: Timeouts = defaultTimeouts,
): Promise<Connection> {
  const { host, port, secure, auth } = server
  const { answerMs, acceptedMs } = timeouts
  const isHere = ['localhost', '127.0.0.1', '::1'].includes(host)
  const smtp = new SMTPConnection({
    host,
    port,
    secure,
    // A password needs TLS, except to a server on this machine.
    requireTLS: !secure && auth !== null && !isHere,
    tls: { rejectUnauthorized: !isHere },
    name: mailDomain({ from }),
    connectionTimeout: answerMs,
    greetingTimeout: answerMs,
    socketTimeout: acceptedMs,
  })
  const session = sessionOf(smtp)
  try {
    await session.step((done) => smtp.connect((error) => done(error)), 2 * answerMs)
    if (auth) await session.step((done) => smtp.login(auth, (error) => done(error)), answerMs)
  } catch (error) {
    smtp.close()
    // Only a reply code of at least 500 means a wrong password. Codes from 400 to 499 may be temporary.
    throw new NotSent(messageOf(error), 'server', codeOf(error) === 'EAUTH' && (replyOf(error) ?? 500) >= 500)
  }
  return { isOpen: session.isOpen, quit: () => smtp.quit(), send: (letter) => sendLetter(session, letter, timeouts) }
}

function sessionOf(smtp: SMTPConnection) {
  let isOpen = true
  let failure: Error | null = null
  smtp.on('error', (error) => {
    failure = error
  })
  smtp.once('end', () => {
    isOpen = false
  })

  async function step<T>(run: (done: (error?: Error | null, result?: T) => void) => void, timeoutMs: number): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    const onEnd = () => reject(failure ?? new Error('the connection was closed'))
    const timer = setTimeout(() => {
      reject(new Error('the server did not answer in time'))
      smtp.close()
    }, timeoutMs)
    smtp.once('end', onEnd)
    smtp.once('error', reject)
    try {
      run((error, result) => (error ? reject(error) : resolve(result as T)))
      return await promise
    } finally {
      clearTimeout(timer)
      smtp.off('end', onEnd)
      smtp.off('error', reject)
    }
  }

  return { smtp, step, isOpen: () => isOpen }
}

async function sendLetter({ smtp, step, isOpen }: Session, letter: Letter, timeouts: Timeouts): Promise<string> {
  const { answerMs, acceptedMs } = timeouts
  const { from, to, raw } = letter
  const text = Readable.from([raw], { objectMode: false })
  const uploadTimer = setTimeout(() => smtp.close(), 3 * answerMs)
  once(text, 'end').then(
    () => clearTimeout(uploadTimer),
    () => {},
  )
  try {
    const { response } = await step<{ response: string }>(
      (done) => smtp.send({ from, to: [to], size: raw.byteLength }, text, (error, sent) => done(error, sent)),
      acceptedMs + 3 * answerMs,
    )
    return response
  } catch (error) {
    const code = replyOf(error)
    if (code === null) {
      // Closes the connection. Without this, the server would read the next mail as part of this mail.
      smtp.close()
      throw new NotSent(messageOf(error), 'again')
    }
    if (isOpen()) await step((done) => smtp.reset((resetError) => done(resetError)), answerMs).catch(() => smtp.close())
    // Replies 530 to 538 are about signing in.
    if (code >= 530 && code <= 538) throw new NotSent(messageOf(error), 'server', true)
    throw new NotSent(messageOf(error), code >= 500 ? 'never' : 'again')
  } finally {
    clearTimeout(uploadTimer)
  }
}

function replyOf(error: unknown): number | null {
  return error instanceof Error && 'responseCode' in error && typeof error.responseCode === 'number' ? error.responseCode : null
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const text = 'response' in error && typeof error.response === 'string' ? error.response : error.message
  return text.replace(/\s+/g, ' ').slice(0, 500)
}
