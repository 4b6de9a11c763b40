import type { SimilarPair } from '../../../api/registrations/similar-routes.ts'
import { limits } from '../../../data/limits.ts'
import { minuteMs } from '../../../data/time.ts'
import { attempt } from '../calls/attempt.ts'
import { api, ok } from '../calls/client.ts'
import { createLoaded } from '../calls/loaded.ts'
import { undoing } from '../calls/undo.ts'

const list = createLoaded<SimilarPair[]>(async () => (await ok(api.registrations.similar.$get())).json(), {
  freshForMs: minuteMs,
})

export const $similar = list.$loaded
export const loadSimilar = list.load

/** The server returns at most this many pairs. */
export const mayBeMore = (pairs: readonly SimilarPair[]) => pairs.length >= limits.similarPairs

/** Marks a pair as two people. Returns whether that worked. */
export async function tellApart({ a, b }: SimilarPair): Promise<boolean> {
  const note = async (isDifferent: boolean) => {
    await ok(api.registrations.similar.$put({ json: { a: a.id, b: b.id, isDifferent } }))
    await list.load()
  }
  return attempt('No se guardó', async () => {
    await note(true)
    const action = undoing(() => note(false))
    return { title: 'Son dos personas', text: `${a.name} y ${b.name} ya no se muestran aquí.`, action }
  })
}
