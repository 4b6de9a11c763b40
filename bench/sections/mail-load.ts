/**
 * What mail costs. Registrations a second while each queues a mail, with the mail server away and with it taking everything,
 * beside the same product with a transaction for each; how fast 20,000 mails go out and how much memory that takes; how long
 * an announcement to 20,000 people is in the making.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from '../../demo/client.ts'
import { sampleRegistrations } from '../../demo/registrations.ts'
import { type Product, startProduct } from '../../tests/support/product.ts'
import { organiserOf } from '../../tests/support/session.ts'
import { mailFrom, startSink } from '../support/mail-sink.ts'
import { load, startReference } from '../support/registering.ts'
import { atMost, fact, median, type Row } from '../support/report.ts'
import { amount } from '../support/short.ts'
import { startWithRegistrations } from '../support/stored-registrations.ts'

const rounds = amount(5, 1)
const people = amount(20_000, 500)
/** Where nobody listens. */
const away = { SMTP_URL: 'smtp://127.0.0.1:9', ...mailFrom }

/** Runs `measure` with a mail server that takes everything. */
async function withSink(measure: (taking: Record<string, string>) => Promise<Row[]>): Promise<Row[]> {
  const sink = await startSink()
  return measure(sink.env).finally(sink.stop)
}

export const measureRegistrationsWithMail = () => withSink(measureRates)
export const measureAnnouncement = () => withSink(announce)

async function measureRates(taking: Record<string, string>): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'conferencia-bench-'))
  const queueing = await startProduct(away)
  const single = await startReference('single', folder, away)
  const results: { queueing: number; sending: number; single: number; p99: number }[] = []
  try {
    for (const { origin } of [queueing, single]) await load(origin)
    for (let round = 0; round < rounds; round++) {
      const { rate: sending, p99 } = await loadOnce(taking)
      results.push({ sending, p99, queueing: (await load(queueing.origin)).rate, single: (await load(single.origin)).rate })
    }
  } finally {
    single.process.kill()
    await queueing.discard()
    await rm(folder, { recursive: true, force: true })
  }
  const of = (name: 'queueing' | 'sending' | 'p99' | 'single') => median(results.map((result) => result[name]))
  const row = (what: string, name: 'queueing' | 'sending'): Row => {
    const ratio = median(results.map((result) => result[name] / result.single))
    return {
      what,
      ours: `${Math.round(of(name))}/s`,
      reference: `a transaction each: ${Math.round(of('single'))}/s`,
      ratio: `${ratio.toFixed(2)}×`,
      goal: '≥ 3×',
      reached: ratio >= 3,
    }
  }
  return [
    row('durable registrations, each with its mail queued, 64 connections', 'queueing'),
    row('the same, while the mails go out', 'sending'),
    atMost('the same, p99', of('p99'), 50),
  ]
}

/** A process of its own each time, warmed up: what one still has to send would take the processor from the others. */
async function loadOnce(env: Record<string, string>) {
  const product = await startProduct(env)
  try {
    await load(product.origin, 1)
    return await load(product.origin)
  } finally {
    await product.end('SIGKILL')
    await product.discard()
  }
}

async function announce(taking: Record<string, string>): Promise<Row[]> {
  const product = await startWithRegistrations(sampleRegistrations(people), taking)
  try {
    const client = await organiserOf(product)
    await client('PUT /api/hero', { location: 'Otro lugar' })
    await wait(3000)
    const words = { subject: 'Cambio: {evento}', body: 'Hola, {nombre}: {fecha}, {lugar}.' }
    const start = performance.now()
    const announcing = client('POST /api/mails/announcement', words).then(() => performance.now() - start)
    const [made, { grown, longest, seconds }] = await Promise.all([announcing, untilSent(product, client)])
    const n = people.toLocaleString('en')
    return [
      fact(`an announcement to ${n} people, until it was answered`, `${made.toFixed(0)} ms`),
      fact(`mails a second until all ${n} were taken`, `${(people / seconds).toFixed(0)}/s`),
      {
        ...fact(`memory, ${n} against the first tenth of them`, `${grown.toFixed(0)} MB more`),
        goal: '≤ 20 MB',
        reached: grown <= 20,
      },
      fact('answers of the API from then on until all were taken, longest', `${longest.toFixed(0)} ms`),
    ]
  } finally {
    await product.discard()
  }
}

/**
 * Looks ten times a second until all are sent: the megabytes that the memory grew by after a tenth was sent (what is
 * compiled and kept by then is no growth), the longest answer in milliseconds, and the seconds it took.
 */
async function untilSent(product: Product, client: Client) {
  let [first, most, longest] = [0, 0, 0]
  const start = performance.now()
  for (;;) {
    const asked = performance.now()
    const counts = (await client('GET /api/mails?limit=1')).headers.get('X-Counts') ?? ''
    longest = Math.max(longest, performance.now() - asked)
    const sent = Number(/sent=(\d+)/.exec(counts)?.[1])
    if (sent <= people / 10) first = Math.max(first, product.memory())
    most = Math.max(most, product.memory())
    const seconds = (performance.now() - start) / 1000
    if (sent === people) return { grown: most - first, longest, seconds }
    if (seconds > 15 * 60) throw new Error(`not all were sent: ${counts}`)
    await wait(100)
  }
}
