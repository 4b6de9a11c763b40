import type { PlaceLinkFields } from '../../../data/place-links/schema.ts'
import { attempt } from '../calls/attempt.ts'
import { api, ok } from '../calls/client.ts'
import { createLoaded, reload } from '../calls/loaded.ts'
import { registrationList } from '../registrations/registrations.ts'

export const placeLinks = createLoaded(async () => (await ok(api['place-links'].$get())).json())

export type PlaceLink = PlaceLinkFields & {
  id: string
  used: number
  state: 'open' | 'ended' | 'past'
  returnedAt: string | null
  url: string
}

export async function savePlaceLink(id: string | null, fields: PlaceLinkFields): Promise<void> {
  await (id === null
    ? ok(api['place-links'].$post({ json: fields }))
    : ok(api['place-links'][':id'].$put({ param: { id }, json: fields })))
  await reloadLinks()
}

export async function renewPlaceLink(id: string): Promise<void> {
  await attempt('No se renovó el enlace', async () => {
    await ok(api['place-links'][':id'].renew.$post({ param: { id }, json: {} }))
    return { title: 'Enlace renovado', text: 'El anterior ya no sirve: copia el nuevo y envíalo.' }
  })
  await reloadLinks()
}

export async function endPlaceLink(id: string): Promise<void> {
  await attempt('No se terminó el enlace', async () => {
    await ok(api['place-links'][':id'].$delete({ param: { id }, json: {} }))
    return { title: 'Enlace terminado', text: 'Los lugares que no se usaron ya son de todos.' }
  })
  await reloadLinks()
}

export async function removePlaceLink(id: string): Promise<void> {
  await attempt('No se quitó el enlace', async () => {
    await ok(api['place-links'][':id'].$delete({ param: { id }, json: {} }))
    return { title: 'Enlace quitado', text: 'Los registros no cambiaron.' }
  })
  await reloadLinks()
}

async function reloadLinks(): Promise<void> {
  reload(registrationList)
  await placeLinks.load()
}
