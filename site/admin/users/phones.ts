import type { DoorDevice } from '../../../data/door/schema.ts'
import { api, ok } from '../calls/client.ts'
import { createLoaded } from '../calls/loaded.ts'

/** The phones that hold the list of the door, those seen last first. */
const list = createLoaded<DoorDevice[]>(async () => (await ok(api.door.devices.$get())).json())

export const $phones = list.$loaded
export const loadPhones = list.load

/** Has a phone wipe its list at its next contact. Throws ApiError. */
export async function endPhone(id: string): Promise<void> {
  await ok(api.door.devices[':id'].$delete({ param: { id } }))
  await list.load()
}
