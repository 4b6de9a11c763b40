import { onMount } from 'nanostores'
import type { Deletion } from '../../../data/registrations/planned-deletion.ts'
import { api, ok } from '../calls/client.ts'
import { createLoaded } from '../calls/loaded.ts'
import { $saves } from '../calls/saves.ts'

const deletion = createLoaded<Deletion | null>(async () => (await ok(api.registrations.deletion.$get())).json())

export const $deletion = deletion.$loaded

onMount($deletion, () => $saves.listen(() => void deletion.refresh()))
export const loadDeletion = deletion.load
