/**
 * The constancias of 500 people: queued by one call while others are served, and all of them made as PDFs, by a few who
 * download one after the other. Meanwhile a visitor, somebody who registers a person by hand and somebody who looks at the list take turns.
 */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { type Client, createClient } from '../../demo/client.ts'
import { sampleRegistrations } from '../../demo/registrations.ts'
import { createMeter } from '../../tests/support/meter.ts'
import { organiserOf } from '../../tests/support/session.ts'
import { startSink } from '../support/mail-sink.ts'
import { atMost, percentile, type Row } from '../support/report.ts'
import { amount } from '../support/short.ts'
import { startWithRegistrations } from '../support/stored-registrations.ts'

const people = amount(500, 20)
const together = 4
const [mostSeconds, mostWait] = [60, 50]

type Asked = Record<'page' | 'registration' | 'panel', number[]>

export async function measureCertificates(): Promise<Row[]> {
  const meter = createMeter()
  const sink = await startSink()
  const product = await startWithRegistrations(sampleRegistrations(people), { ...sink.env, ...meter.env })
  try {
    const db = new Database(join(product.dataDir, 'conference.db'))
    db.exec('UPDATE registrations SET isConfirmed = 1')
    const [panel, visitor] = [await organiserOf(product), createClient(product.origin)]
    await panel('PUT /api/hero', { title: 'Telar', eventDate: '2025-11-06' })
    await panel('PUT /api/certificates/settings', {
      hours: 8,
      signatures: [{ name: 'Ixchel Toj', title: 'Coordinadora general', image: '' }],
    })
    // Each is asked for once before: what is compiled at its first call is measured by `start`.
    await askAll(panel, visitor)

    // What the machine does besides meets both alike.
    const before = await keepAsking(panel, visitor, AbortSignal.timeout(10_000))

    const over = new AbortController()
    const piece = meter.longestPiece(() => once(over.signal, 'abort'))
    async function make() {
      const start = performance.now()
      const queued = (await (await panel('POST /api/certificates', { to: 'confirmed' })).json()) as { people: number }
      if (queued.people !== people) throw new Error(`${queued.people} were queued`)
      const codes = () => db.prepare<[], string>('SELECT code FROM certificates').pluck().all()
      while (codes().length < people) await wait(20)
      const seconds = { queued: secondsSince(start) }
      await downloadAll(visitor, codes())
      return { ...seconds, made: secondsSince(start) }
    }
    const [seconds, asked] = await Promise.all([make().finally(() => over.abort()), keepAsking(panel, visitor, over.signal)])
    db.close()
    const what = `${people} constancias`
    return [
      atMost(`${what}, until each was mailed`, seconds.queued, mostSeconds, 's'),
      atMost(`${what}, until each was made and downloaded, ${together} at a time`, seconds.made, mostSeconds, 's'),
      atMost('longest hold of the main thread meanwhile', await piece, mostWait),
      ...(Object.keys(asked) as (keyof Asked)[]).map((name) => answers(name, asked[name], before[name])),
    ]
  } finally {
    await product.discard()
    sink.stop()
    meter.remove()
  }
}

/** How long answers took meanwhile, and before. */
function answers(name: string, meanwhile: number[], before: number[]): Row {
  const longest = (times: number[]) => `p99 ${percentile(times, 0.99).toFixed(1)} ms, longest ${Math.max(...times).toFixed(1)} ms`
  const what = `answers meanwhile: ${name} (${meanwhile.length})`
  return { ...atMost(what, Math.max(...meanwhile), mostWait), ours: longest(meanwhile), reference: `before: ${longest(before)}` }
}

const secondsSince = (start: number) => (performance.now() - start) / 1000

/** Downloads the PDF of each, a few at a time. */
async function downloadAll(visitor: Client, codes: string[]): Promise<void> {
  const left = [...codes]
  await Promise.all(
    Array.from({ length: together }, async () => {
      for (let code = left.pop(); code; code = left.pop()) {
        const answer = await visitor(`GET /constancia/${code}.pdf`)
        const start = Buffer.from(await answer.arrayBuffer()).toString('latin1', 0, 5)
        if (start !== '%PDF-') throw new Error(`a PDF was answered with ${answer.status}`)
      }
    }),
  )
}

/** Asks for each of the three, and returns how many milliseconds each answer took. */
async function askAll(panel: Client, visitor: Client): Promise<Record<keyof Asked, number>> {
  const timed = async (call: () => Promise<Response>, expected: number) => {
    const start = performance.now()
    const answer = await call()
    await answer.arrayBuffer()
    if (answer.status !== expected) throw new Error(`${answer.status} instead of ${expected}`)
    return performance.now() - start
  }
  return {
    page: await timed(() => visitor('GET /'), 200),
    // Once the event is over, only by hand.
    registration: await timed(() => panel('POST /api/registrations/by-hand', newPerson()), 201),
    panel: await timed(() => panel('GET /api/registrations?limit=50'), 200),
  }
}

const newPerson = () => ({ name: 'Ana López', email: `${randomUUID()}@ejemplo.gt` })

async function keepAsking(panel: Client, visitor: Client, over: AbortSignal): Promise<Asked> {
  const asked: Asked = { page: [], registration: [], panel: [] }
  while (!over.aborted) {
    const times = await askAll(panel, visitor)
    for (const [name, time] of Object.entries(times)) asked[name as keyof Asked].push(time)
    await wait(20)
  }
  return asked
}
