import type { DoorAccount, DoorDevice, DoorDropped } from '../../../data/door/schema.ts'
import { api, ok } from '../calls/client.ts'
import { createLoaded } from '../calls/loaded.ts'

type Senders = { phones: DoorDevice[]; accounts: DoorAccount[] }

export const senders = createLoaded<Senders>(async () => {
  const [phones, accounts] = await Promise.all([ok(api.door.devices.$get()), ok(api.door.accounts.$get())])
  return { phones: await phones.json(), accounts: await accounts.json() }
})

/** `of` is also part of the path of API calls. */
export type Sender = { of: 'devices' | 'accounts'; id: string }

/** The phone deletes its attendee list when it next contacts the server. */
export async function endPhone(id: string): Promise<void> {
  await ok(api.door.devices[':id'].$delete({ param: { id } }))
  await senders.load()
}

export async function dropSent({ of, id }: Sender): Promise<DoorDropped> {
  const dropped = await (await ok(api.door[of][':id'].sent.$delete({ param: { id } }))).json()
  await senders.load()
  return dropped
}

export async function restoreSent({ of, id }: Sender): Promise<DoorDropped> {
  const restored = await (await ok(api.door[of][':id'].sent.$post({ param: { id }, json: {} }))).json()
  await senders.load()
  return restored
}
