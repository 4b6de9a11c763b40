/**
 * How many mails a minute the process sends, to a server on this machine that answers at once, and to one that takes a
 * fifth of a second for each mail, as one on the network may.
 */
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'
import { register } from '../../tests/reliability/visitors.ts'
import { startProduct } from '../../tests/support/product.ts'
import { fact, type Row } from '../support/report.ts'
import { amount } from '../support/short.ts'

const people = amount(300, 50)

/** Mails a minute, from the first that arrives to the last, with a server that takes so many milliseconds for each. */
async function rateWith(delay: number): Promise<number> {
  const arrivals: number[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    async onData(stream, _, done) {
      stream.resume()
      await once(stream, 'end')
      await wait(delay)
      arrivals.push(performance.now())
      done()
    },
  })
  server.on('error', () => {})
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const address = listening.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const product = await startProduct({ SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'Conferencia <hola@ejemplo.gt>' })
  try {
    await Promise.all(Array.from({ length: people }, (_, index) => register(product, `persona-${index}@ejemplo.gt`)))
    while (arrivals.length < people) await wait(50)
    const [first = 0, last = 0] = [arrivals[0], arrivals.at(-1)]
    return ((people - 1) / (last - first)) * 60_000
  } finally {
    await product.discard()
    server.close()
  }
}

export async function measureMails(): Promise<Row[]> {
  const rows: Row[] = []
  for (const delay of [0, 200]) {
    const rate = Math.round(await rateWith(delay)).toLocaleString('en')
    rows.push(fact(`mails a minute, to a server that takes ${delay} ms for each`, rate))
  }
  return rows
}
