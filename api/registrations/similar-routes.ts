import { setImmediate as nextTurn } from 'node:timers/promises'
import { Hono } from 'hono'
import type { Db } from '../../data/db/db.ts'
import { limits } from '../../data/limits.ts'
import { mergeRegistrations } from '../../data/registrations/merging.ts'
import { readRegistration } from '../../data/registrations/registrations.ts'
import { differentSchema, mergeSchema, type Registration } from '../../data/registrations/schema.ts'
import { differentPairs, pairKey, setDifferent } from '../../data/similar/different-people.ts'
import { type Likeness, peopleInParts, similarFinder } from '../../data/similar/similar.ts'
import { currentUser } from '../accounts/guard.ts'
import { recorded } from '../activity/record.ts'
import type { Erasures } from '../backup/erasures.ts'
import type { Env } from '../http/env.ts'
import { problem } from '../http/errors.ts'
import { validate } from '../http/validate.ts'
import { coalesced, inTurns } from '../system/timing.ts'
import { type ChangeNeeds, placeChange } from './place-change.ts'

export type SimilarPair = { a: Registration; b: Registration; why: Likeness[] }

type Needs = ChangeNeeds & { db: Db; erasures: Erasures }

export function similarRoutes({ db, config, mailer, erasures }: Needs) {
  const findSimilar = similarPairs(db)

  return new Hono<Env>()
    .get('/similar', async (c) => c.json<SimilarPair[], 200>(await findSimilar(), 200))
    .put('/similar', validate('json', differentSchema), (c) => {
      const { isDifferent, ...pair } = c.req.valid('json')
      const isStored = recorded(
        db,
        currentUser(c),
        (wasThere) => wasThere && isDifferent && { action: 'registrations-told-apart', subjectId: pair.a },
        () => setDifferent(db, pair, isDifferent),
      )
      return isStored ? c.json({ isDifferent }, 200) : problem(c, 404)
    })
    .post('/merge', validate('json', mergeSchema), (c) => {
      const merge = c.req.valid('json')
      const user = currentUser(c)
      const mergeBoth = () =>
        recorded(
          db,
          user,
          (merged) => merged && { action: 'registration-merged', subjectId: merged.id },
          () => mergeRegistrations(db, merge, { by: user.id, ...placeChange({ mailer, config }) }),
        )
      const merged = erasures.noteThenDelete('registration', [merge.other], mergeBoth, Boolean)
      return merged ? c.json<Registration, 200>(merged, 200) : problem(c, 404)
    })
}

function similarPairs(db: Db): () => Promise<SimilarPair[]> {
  return coalesced(async () => {
    const finder = similarFinder()
    for (const people of peopleInParts(db)) {
      for (const person of people) finder.add(person)
      await nextTurn()
    }
    const different = differentPairs(db)
    const pairs = await inTurns(finder.pairs(limits.similarPairs, (a, b) => different.has(pairKey(a, b))))
    return pairs.flatMap(({ a: idA, b: idB, why }) => {
      const [a, b] = [readRegistration(db, idA), readRegistration(db, idB)]
      return a && b ? [{ a, b, why }] : []
    })
  })
}
