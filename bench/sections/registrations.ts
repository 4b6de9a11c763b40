/** Both servers are measured in each round, and ratios are between results of one round, so that other load affects both. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Client, succeeding } from '../../demo/client.ts'
import { startProduct } from '../../tests/support/product.ts'
import { organiserOf } from '../../tests/support/session.ts'
import { startDemo } from '../support/demo.ts'
import { type Load, load, startReference } from '../support/registering.ts'
import { amount, atMost, median, type Row } from '../support/report.ts'
import { sectionSave } from '../support/saving.ts'

const rounds = amount(7, 1)
const names = ['product', 'bare'] as const

export async function measure(): Promise<Row[]> {
  return [...(await measureRates()), ...(await measureQuestions()), await measureDuringSaves()]
}

async function measureRates(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'conferencia-bench-'))
  const product = await startProduct()
  const bare = await startReference(folder)
  const results: Record<(typeof names)[number], Load>[] = []
  try {
    const origins = { product: product.origin, bare: bare.origin }
    // The first load warms up the server and is not measured.
    for (const name of names) await load(origins[name])
    for (let round = 0; round < rounds; round++) {
      results.push({ product: await load(origins.product), bare: await load(origins.bare) })
    }
  } finally {
    bare.process.kill()
    await product.discard()
    await rm(folder, { recursive: true, force: true })
  }
  const rate = (name: (typeof names)[number]) => Math.round(median(results.map((result) => result[name].rate)))
  const toBare = median(results.map(({ product, bare }) => product.rate / bare.rate))
  const p99 = median(results.map(({ product }) => product.p99))
  const what = 'durable registrations, 64 connections'
  const ours = `${rate('product')}/s`
  return [
    {
      what,
      ours,
      reference: `bare handler: ${rate('bare')}/s`,
      ratio: toBare.toFixed(2),
      goal: '≥ 0.75',
      reached: toBare >= 0.75,
    },
    atMost(`${what}, p99`, p99, 50),
  ]
}

/** How many times as long registering takes with five answers, and with five answers and the request that chooses two sessions. */
async function measureQuestions(): Promise<Row[]> {
  const product = await startProduct()
  const ratios: [answers: number, sessions: number][] = []
  try {
    const panel = succeeding(await organiserOf(product))
    const add = async (line: string, fields: object): Promise<string> => (await (await panel(line, fields)).json()).id
    const question = { kind: 'choice', options: ['Sí', 'No', 'No sé'] }
    const questions = [1, 2, 3, 4, 5].map((number) => add('POST /api/questions', { ...question, label: `Pregunta ${number}` }))
    const answers = Object.fromEntries((await Promise.all(questions)).map((id) => [id, 'No sé']))
    const workshop = { title: 'Taller', isPlenary: true, capacity: 30, endTime: '' }
    const sessions = ['09:00', '11:00'].map((startTime) => add('POST /api/agenda/events', { ...workshop, startTime }))
    const choice = { sessions: await Promise.all(sessions), file: join(product.dataDir, 'conference.db') }
    await load(product.origin)
    for (let round = 0; round < rounds; round++) {
      const [plain, answered, chosen] = [
        await load(product.origin),
        await load(product.origin, { answers }),
        await load(product.origin, { answers, choice }),
      ]
      ratios.push([plain.rate / answered.rate, plain.rate / chosen.rate])
    }
  } finally {
    await product.discard()
  }
  const [answers, sessions] = [0, 1].map((index) => median(ratios.map((ratio) => ratio[index] ?? 0)))
  return [
    atMost('registering with five answers, compared with none', answers ?? 0, 1.3, '×'),
    atMost('registering with five answers and choosing two sessions (two requests)', sessions ?? 0, 1.3, '×'),
  ]
}

async function measureDuringSaves(): Promise<Row> {
  const { product, panel } = await startDemo()
  const stop = new AbortController()
  const saving = saveTwiceASecond(panel, stop.signal)
  const results: Load[] = []
  try {
    await load(product.origin)
    for (let round = 0; round < rounds; round++) results.push(await load(product.origin))
  } finally {
    stop.abort()
    await saving
    await product.discard()
  }
  return atMost('registrations while somebody saves twice a second, p99', median(results.map(({ p99 }) => p99)), 30)
}

async function saveTwiceASecond(panel: Client, signal: AbortSignal): Promise<void> {
  for (let index = 0; !signal.aborted; index++) {
    await panel(`PUT ${sectionSave.path}`, sectionSave.change(index))
    await wait(500)
  }
}
