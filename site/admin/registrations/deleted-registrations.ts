import type { Holding } from '../../../api/backup/backups-holding.ts'
import type { TrashedRegistration } from '../../../data/registrations/trash.ts'
import { hideToast } from '../../toast/toast.ts'
import { attempt } from '../calls/attempt.ts'
import { api, ok } from '../calls/client.ts'
import { createPagedList } from '../calls/paging.ts'
import { undoing } from '../calls/undo.ts'
import { ask } from '../dialogs/ask.ts'
import { moveToTrash, nameAndEmail, registrationList, restoreFromTrash } from './registrations.ts'

/** `backups` lists the backups that may still contain the erased person. */
export type Proof = { name: string; backups: Holding[] }

export const trash = createPagedList<TrashedRegistration>((query) => ok(api.trash.$get({ query })))

export async function restore({ id, name }: TrashedRegistration): Promise<void> {
  await attempt('No se devolvió', async () => {
    await restoreFromTrash(id)
    removeRow(id)
    const again = async () => {
      await moveToTrash(id)
      await trash.load()
    }
    return { title: 'Registro devuelto', text: `${name} está otra vez en la lista.`, action: undoing(again) }
  })
}

type Person = { id: string; name: string; email: string }

export async function askAndErase(person: Person): Promise<Proof | null> {
  const isErasing = await ask({
    question: `¿Borrar definitivamente los datos de ${nameAndEmail(person)}?`,
    detail: 'Se borra todo lo que hay de esta persona, también sus correos. No se puede deshacer.',
    action: 'Borrar definitivamente',
    isDestructive: true,
  })
  if (!isErasing) return null
  const { id, name } = person
  let proof: Proof | null = null
  await attempt('No se borró', async () => {
    const { backups } = await (await ok(api.registrations[':id'].data.$delete({ param: { id } }))).json()
    // An open toast may still offer an undo, which is no longer possible.
    hideToast()
    removeRow(id)
    void registrationList.load()
    proof = { name, backups }
  })
  return proof
}

function removeRow(id: string): void {
  trash.change((page) => ({ ...page, items: page.items.filter((other) => other.id !== id) }))
  const { page, items } = trash.$loaded.get().data ?? { page: 0, items: [] }
  if (page > 0 && items.length === 0) trash.openPage(page - 1)
  else void trash.load()
}
