import type { SimilarPair } from '../../../../api/registrations/similar-routes.ts'
import { limits } from '../../../../data/limits.ts'
import { minuteMs } from '../../../../data/time.ts'
import { attempt } from '../../calls/attempt.ts'
import { api, ok } from '../../calls/client.ts'
import { createLoaded } from '../../calls/loaded.ts'
import { undoing } from '../../calls/undo.ts'

export const similarPairs = createLoaded<SimilarPair[]>(async () => (await ok(api.registrations.similar.$get())).json(), {
  freshForMs: minuteMs,
})

export const mayBeMore = (pairs: readonly SimilarPair[]) => pairs.length >= limits.similarPairs

export async function markAsDifferent({ a, b }: SimilarPair): Promise<boolean> {
  const save = async (isDifferent: boolean) => {
    await ok(api.registrations.similar.$put({ json: { a: a.id, b: b.id, isDifferent } }))
    await similarPairs.load()
  }
  return attempt('No se guardó', async () => {
    await save(true)
    const action = undoing(() => save(false))
    return { title: 'Son dos personas', text: `${a.name} y ${b.name} ya no se muestran aquí.`, action }
  })
}
