import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Db } from '../../data/db/db.ts'
import { limits } from '../../data/limits.ts'
import { differentPairs, pairKey } from '../../data/registrations/different-people.ts'
import { readRegistration } from '../../data/registrations/registrations.ts'
import type { Registration } from '../../data/registrations/schema.ts'
import { type Likeness, peopleAfter, similarFinder } from '../../data/registrations/similar.ts'
import { coalesced, inTurns } from '../system/timing.ts'

export type SimilarPair = { a: Registration; b: Registration; why: Likeness[] }

const peopleAtOnce = 1_000

/** At most 200 pairs. Serves one caller at a time. */
export function similarPairs(db: Db): () => Promise<SimilarPair[]> {
  return coalesced(async () => {
    const finder = similarFinder()
    for (let last = 0; ; await nextTurn()) {
      const people = peopleAfter(db, last, peopleAtOnce)
      for (const { id, name, email, phone } of people) finder.add({ id, name, email, phone })
      last = people.at(-1)?.rowid ?? 0
      if (people.length < peopleAtOnce) break
    }
    const different = differentPairs(db)
    const found = await inTurns(finder.pairs(limits.similarPairs, (a, b) => different.has(pairKey(a, b))))
    return found.flatMap(({ a, b, why }) => {
      const [one, other] = [readRegistration(db, a), readRegistration(db, b)]
      return one && other ? [{ a: one, b: other, why }] : []
    })
  })
}
