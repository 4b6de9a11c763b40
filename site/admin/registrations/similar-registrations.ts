import type { SimilarPair } from '../../../api/registrations/similar.ts'
import { api, ok } from '../calls/client.ts'
import { createLoaded } from '../calls/loaded.ts'

/** Pairs of registrations that may be of one person. */
const list = createLoaded<SimilarPair[]>(async () => (await ok(api.registrations.similar.$get())).json())

export const $similar = list.$loaded
export const loadSimilar = list.load
