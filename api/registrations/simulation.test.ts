import { afterAll, expect, test } from 'vitest'
import { openConference } from '../../tests/places/conference.ts'
import { day } from '../../tests/places/door.ts'
import { holders } from '../../tests/places/model.ts'
import { weeks } from '../../tests/places/weeks.ts'
import { report } from '../../tests/reliability/report.ts'
import { isFull, rounds } from '../../tests/support/full.ts'

/**
 * A conference with 200 places and 350 people, from the opening of the registration to the door. After each step the product is
 * compared with a model. `SEED=7,8` repeats two of the runs.
 */

const given = process.env.SEED
const first = isFull ? Math.floor(Math.random() * 1e9) : 20
const seeds = given ? given.split(',').map(Number) : Array.from({ length: rounds(1, 200) }, (_, index) => first + index)

const sums: Record<string, number> = {}
let passedCount = 0

function add(more: Record<string, number>): void {
  for (const [what, amount] of Object.entries(more)) sums[what] = (sums[what] ?? 0) + amount
}

test.each(seeds)(
  'in the random conference %i, no seat is lost, given twice or empty while people wait',
  async (seed) => {
    const sim = await openConference(seed)
    try {
      await weeks(sim, 110)
      await day(sim)
    } catch (error) {
      const told = error instanceof Error ? error.message : String(error)
      throw new Error(`${told}\n${sim.log.slice(-30).join('\n')}`, { cause: error })
    } finally {
      add({ ...sim.sums, mails: sim.mails.sentCount() })
    }
    expect(sim.namesCount).toBe(350)
    expect(holders(sim.model).length).toBeGreaterThan(0)
    passedCount += 1
  },
  300_000,
)

afterAll(() => {
  if (isFull || given) console.log(sums)
  report({ what: `conferences, ${sums.comparisons} comparisons`, tried: seeds.length, lost: seeds.length - passedCount })
})
