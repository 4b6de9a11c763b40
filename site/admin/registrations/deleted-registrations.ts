import { atom } from 'nanostores'
import type { Holding } from '../../../api/backup/backups-holding.ts'
import type { TrashedRegistration } from '../../../data/registrations/trash.ts'
import { hideToast } from '../../toast/toast.ts'
import { attempt } from '../calls/attempt.ts'
import { api, ok } from '../calls/client.ts'
import { createLoaded } from '../calls/loaded.ts'
import { countsOf, pageQuery } from '../calls/paging.ts'
import { loadRegistrations, takeFromTrash } from './registrations.ts'

type Page = { trashed: TrashedRegistration[]; total: number; page: number }

/** `backups` may still contain the person. */
export type Proof = { name: string; backups: Holding[] }

const $page = atom(0)

const list = createLoaded<Page>(async () => {
  const page = $page.get()
  const response = await ok(api.trash.$get({ query: pageQuery(page) }))
  return { trashed: await response.json(), total: countsOf(response).total, page }
})

export const $trash = list.$loaded
export const loadTrash = list.load

export function openTrashPage(page: number): void {
  $page.set(page)
  void list.load()
}

export async function restore({ id, name }: TrashedRegistration): Promise<void> {
  await attempt('No se devolvió', async () => {
    await takeFromTrash(id)
    withoutRow(id)
    return { title: 'Registro devuelto', text: `${name} está otra vez en la lista.` }
  })
}

/** Returns null if it failed, after showing the error. */
export async function erase({ id, name }: { id: string; name: string }): Promise<Proof | null> {
  let proof: Proof | null = null
  await attempt('No se borró', async () => {
    const { backups } = await (await ok(api.registrations[':id'].data.$delete({ param: { id } }))).json()
    // The toast may offer to undo the removal.
    hideToast()
    withoutRow(id)
    void loadRegistrations()
    proof = { name, backups }
  })
  return proof
}

function withoutRow(id: string): void {
  list.change((page) => ({ ...page, trashed: page.trashed.filter((other) => other.id !== id) }))
  const { page, trashed } = $trash.get().data ?? { page: 0, trashed: [] }
  if (page > 0 && trashed.length === 0) openTrashPage(page - 1)
  else void list.load()
}
