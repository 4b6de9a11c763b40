/**
 * Registrations a second where there is a limit of places: while some are free, and when all who come wait. Beside the same
 * product without a limit, in turns.
 */
import { startProduct } from '../../tests/support/product.ts'
import { organiserOf } from '../../tests/support/session.ts'
import { load } from '../support/registering.ts'
import { median, type Row } from '../support/report.ts'
import { amount } from '../support/short.ts'

const rounds = amount(5, 1)
const kinds = {
  'places are free': { capacity: 100_000, waitlist: true },
  'whoever comes waits': { capacity: 0, waitlist: true },
}
const unlimited = 'without a limit'

export async function measurePlaces(): Promise<Row[]> {
  const products = new Map<string, { origin: string; discard: () => Promise<void> }>()
  const rates: Record<string, number>[] = []
  try {
    products.set(unlimited, await startProduct())
    for (const [kind, places] of Object.entries(kinds)) {
      const product = await startProduct()
      products.set(kind, product)
      const panel = await organiserOf(product)
      await panel('PUT /api/places', places)
    }
    // Once without counting, as warm-up.
    for (const { origin } of products.values()) await load(origin)
    for (let round = 0; round < rounds; round++) {
      const ofRound: Record<string, number> = {}
      for (const [kind, { origin }] of products) ofRound[kind] = (await load(origin)).rate
      rates.push(ofRound)
    }
  } finally {
    for (const { discard } of products.values()) await discard()
  }
  const of = (kind: string) => `${Math.round(median(rates.map((round) => round[kind] ?? Number.NaN)))}/s`
  return Object.keys(kinds).map((kind) => ({
    what: `durable registrations with a limit of places: ${kind}`,
    ours: of(kind),
    reference: `${unlimited}: ${of(unlimited)}`,
    ratio: median(rates.map((round) => (round[kind] ?? Number.NaN) / (round[unlimited] ?? Number.NaN))).toFixed(2),
    goal: '–',
    reached: null,
  }))
}
