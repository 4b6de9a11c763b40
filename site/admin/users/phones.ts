import type { DoorAccount, DoorDevice, DoorDropped } from '../../../data/door/schema.ts'
import { api, ok } from '../calls/client.ts'
import { createLoaded } from '../calls/loaded.ts'

/** The phones that hold the list of the door, those seen last first, and the accounts that sent something from there. */
type Senders = { phones: DoorDevice[]; accounts: DoorAccount[] }

const list = createLoaded<Senders>(async () => {
  const [phones, accounts] = await Promise.all([ok(api.door.devices.$get()), ok(api.door.accounts.$get())])
  return { phones: await phones.json(), accounts: await accounts.json() }
})

export const $phones = list.$loaded
export const loadPhones = list.load

/** Has a phone wipe its list at its next contact. Throws ApiError. */
export async function endPhone(id: string): Promise<void> {
  await ok(api.door.devices[':id'].$delete({ param: { id } }))
  await list.load()
}

/** A phone or an account, in the address of its calls. */
export type Sender = { of: 'devices' | 'accounts'; id: string }

/** Drops all that one phone or account sent. Throws ApiError. */
export async function dropSent({ of, id }: Sender): Promise<DoorDropped> {
  const dropped = await (await ok(api.door[of][':id'].sent.$delete({ param: { id } }))).json()
  await list.load()
  return dropped
}

/** Brings back what was dropped. Throws ApiError. */
export async function bringSentBack({ of, id }: Sender): Promise<DoorDropped> {
  const restored = await (await ok(api.door[of][':id'].sent.$post({ param: { id }, json: {} }))).json()
  await list.load()
  return restored
}
