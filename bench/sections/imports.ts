/** What bringing in large files takes, and for how long the process does nothing else meanwhile: a programme, and people. */
import { sampleRegistrations } from '../../demo/registrations.ts'
import { largeProgramme, manyPeople } from '../../tests/support/large-files.ts'
import { createMeter } from '../../tests/support/meter.ts'
import { organiserOf } from '../../tests/support/session.ts'
import { atMost, fact, median, type Row } from '../support/report.ts'
import { startWithRegistrations } from '../support/stored-registrations.ts'

const [talks, people, stored, rounds] = [500, 5_000, 20_000, 5]

export async function measureImports(): Promise<Row[]> {
  const meter = createMeter()
  const product = await startWithRegistrations(sampleRegistrations(stored), meter.env)
  const panel = await organiserOf(product)
  const inWords = (count: number) => count.toLocaleString('en')
  try {
    async function measure(what: string, seconds: number | null, ways: (() => Promise<unknown>)[]): Promise<Row[]> {
      const [times, pieces]: [number[], number[]] = [[], []]
      for (const way of ways) {
        const began = performance.now()
        pieces.push(await meter.longestPiece(way))
        times.push((performance.now() - began) / 1000)
      }
      const took = median(times)
      return [
        seconds === null ? fact(`${what}, p50`, `${took.toFixed(2)} s`) : atMost(`${what}, p50`, took, seconds, 's'),
        atMost(`${what}, the longest piece of the main thread`, median(pieces), 50),
      ]
    }
    const json = async (call: Parameters<typeof panel>[0], body?: object) => (await panel(call, body)).json()
    const repeat = (way: (round: number) => Promise<unknown>) => Array.from({ length: rounds }, (_, round) => () => way(round))
    const file = { source: 'pretalx', data: largeProgramme(talks) }
    const ofTalks = await measure(
      `preview of a file of ${talks} talks`,
      2,
      repeat(() => json('POST /api/import/preview', file)),
    )
    const { rows } = (await json('POST /api/import/preview', file)) as { rows: { id: string }[] }
    const accept = rows.map(({ id }) => id)
    const taken = await measure(`taking ${talks} talks over`, null, [() => json('POST /api/import', { ...file, accept })])
    const among = `${inWords(people)} people among ${inWords(stored)}`
    const guests = (round: number) => ({ source: 'csv', data: manyPeople(people, `ronda${round}`) })
    const seen = await measure(
      `preview of a file of ${among}`,
      null,
      repeat((round) => json('POST /api/registrations/import/preview', guests(round))),
    )
    const everybody = Array.from({ length: people }, (_, row) => row + 2)
    const ids: string[] = []
    const brought = await measure(
      `bringing in ${among}`,
      null,
      repeat(async (round) => {
        const { id } = (await json('POST /api/registrations/import', { ...guests(round), accept: everybody })) as { id: string }
        ids.push(id)
      }),
    )
    const out = await measure(
      `taking ${inWords(people)} of them out again`,
      null,
      ids.map((id) => () => json(`DELETE /api/registrations/import/${id}`)),
    )
    return [...ofTalks, ...taken, ...seen, ...brought, ...out]
  } finally {
    await product.discard()
    meter.remove()
  }
}
