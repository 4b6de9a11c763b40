/**
 * The door with 20,000 people: what the first download of the list weighs and takes, how soon 2,000 arrivals of three phones are
 * stored, and what is left of the rate of registrations beside them.
 */
import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import Database from 'better-sqlite3'
import { startProduct } from '../../tests/support/product.ts'
import { openSession, type Session } from '../../tests/support/session.ts'
import { load } from '../support/registering.ts'
import { median, type Row } from '../support/report.ts'
import { amount } from '../support/short.ts'

const people = 20_000
const arrivals = 2_000
const phones = 3
const together = 500
const rounds = amount(5, 1)

const [mostBytes, mostSeconds] = [1_200_000, 5]

export async function measureDoor(): Promise<Row[]> {
  const product = await startProduct()
  try {
    const ids = storePeople(product.dataDir)
    const headers = await openSession(product)
    const list = `${product.origin}/api/door/list`
    // Phones get the list around the event.
    await fetch(`${product.origin}/api/hero`, {
      method: 'PUT',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: JSON.stringify({ eventDate: new Date().toISOString() }),
    })

    /** All arrivals, a third by each phone, all three at once; people whom nobody took yet. */
    async function sync(from: number): Promise<number> {
      const start = performance.now()
      const each = Math.ceil(arrivals / phones)
      await Promise.all(
        Array.from({ length: phones }, async (_, phone) => {
          const own = ids.slice(from + phone * each, from + Math.min((phone + 1) * each, arrivals))
          for (let index = 0; index < own.length; index += together) {
            const events = own
              .slice(index, index + together)
              .map((registration) => ({ id: randomUUID(), registration, at: new Date().toISOString(), door: `${phone}` }))
            const body = JSON.stringify({ device: `${phone}`, arrivals: events })
            const answer = await fetch(`${product.origin}/api/door/arrivals`, {
              method: 'POST',
              headers: { ...headers, 'Content-Type': 'application/json' },
              body,
            })
            if (answer.status !== 200) throw new Error(`arrivals were answered with ${answer.status}`)
            await answer.arrayBuffer()
          }
        }),
      )
      return (performance.now() - start) / 1000
    }

    const bytes = { sent: await bytesOf(list, headers, 'br, gzip') }
    const downloads: number[] = []
    for (let round = 0; round < rounds; round++) {
      const start = performance.now()
      await bytesOf(list, headers, 'br, gzip')
      downloads.push((performance.now() - start) / 1000)
    }
    const syncs: number[] = []
    for (let round = 0; round < rounds; round++) syncs.push(await sync(round * arrivals))

    // Once without counting, as warm-up; then in turns, alone and beside phones that send without a pause.
    await load(product.origin)
    const alone: number[] = []
    const beside: number[] = []
    for (let round = 0; round < amount(3, 1); round++) {
      alone.push((await load(product.origin)).rate)
      let isOver = false
      const sending = (async () => {
        for (let from = 0; !isOver; from = (from + arrivals) % (people - arrivals)) {
          await sync(from)
          // Three phones that send as much again and again are not the door: one such rush in a second is.
          await new Promise((resolve) => setTimeout(resolve, 1_000))
        }
      })()
      beside.push((await load(product.origin)).rate)
      isOver = true
      await sending
    }
    const ratio = median(beside) / median(alone)
    const mb = (count: number) => `${(count / 1e6).toFixed(2)} MB`
    return [
      {
        what: `the door’s list of ${people.toLocaleString('en')} people, first download`,
        ours: `${mb(bytes.sent)}, ${median(downloads).toFixed(2)} s`,
        reference: '–',
        ratio: '–',
        goal: '≤ 1.2 MB',
        reached: bytes.sent <= mostBytes,
      },
      {
        what: `${arrivals.toLocaleString('en')} arrivals of three phones, stored and answered`,
        ours: `${median(syncs).toFixed(2)} s`,
        reference: '–',
        ratio: '–',
        goal: '≤ 5 s',
        reached: median(syncs) <= mostSeconds,
      },
      {
        what: 'durable registrations beside 2,000 arrivals a second',
        ours: `${Math.round(median(beside))}/s`,
        reference: `alone: ${Math.round(median(alone))}/s`,
        ratio: ratio.toFixed(2),
        goal: '–',
        reached: null,
      },
    ]
  } finally {
    await product.discard()
  }
}

/** The bytes of an answer as they are sent. */
async function bytesOf(address: string, headers: Session, encoding: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(address, { headers: { ...headers, 'Accept-Encoding': encoding } }, (answer) => {
      let bytes = 0
      answer.on('data', (part: Buffer) => {
        bytes += part.length
      })
      answer.on('end', () => resolve(bytes))
    })
    sent.on('error', reject).end()
  })
}

/** Stores the people, names and companies of some variety, and returns their ids. */
function storePeople(dataDir: string): string[] {
  const db = new Database(join(dataDir, 'conference.db'))
  try {
    const insert = db.prepare(
      `INSERT INTO registrations (id, name, email, emailKey, company, registrationDate, searchText, token)
       VALUES (@id, @name, @email, @email, @company, @at, @searchText, @token)`,
    )
    const at = new Date().toISOString()
    const ids = Array.from({ length: people }, () => randomUUID())
    db.transaction(() => {
      for (const [index, id] of ids.entries()) {
        const name = `${first[index % first.length]} ${last[(index * 7) % last.length]} ${last[(index * 13 + 5) % last.length]}`
        const company = index % 3 === 0 ? '' : `${last[(index * 3) % last.length]} ${kinds[index % kinds.length]}`
        const token = randomUUID().replaceAll('-', '').slice(0, 22)
        insert.run({ id, name, email: `${index}@ejemplo.gt`, company, at, searchText: ` ${name.toLowerCase()} `, token })
      }
    })()
    return ids
  } finally {
    db.close()
  }
}

const first = ['Ana', 'Luis', 'María José', 'Carlos', 'Sofía', 'Rodrigo', 'Gabriela', 'José Antonio', 'Lucía', 'Diego', 'Valeria']
const last = ['Pérez', 'Xicará', 'Tum', 'Méndez', 'Chang', 'Cumes', 'Ajú', 'Batz', 'García', 'López', 'Ruiz', 'Morales', 'Sol']
const kinds = ['Labs', 'S.A.', 'Consultores', 'Universidad', 'Tecnología', 'Cooperativa']
