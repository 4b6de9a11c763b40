import { useStore } from '@nanostores/react'
import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import type { TrashedRegistration } from '../../../data/registrations/trash.ts'
import { formatIn } from '../../text/dates.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { Email } from '../ui/Email.tsx'
import { Loading } from '../ui/Loading.tsx'
import { Pagination } from '../ui/Pagination.tsx'
import { $trash, erase, loadTrash, openTrashPage, type Proof, restore } from './deleted-registrations.ts'
import { ErasureProof, mayErase } from './ErasureProof.tsx'

export function Trash({ timeZone, onClose }: { timeZone: string; onClose: () => void }) {
  const loaded = useStore($trash)
  const [proof, setProof] = useState<Proof | null>(null)

  async function askAndErase(person: TrashedRegistration) {
    if (mayErase(person)) setProof(await erase(person))
  }

  return (
    <Dialog title="Papelera" onClose={onClose}>
      <p className="text-base-content/75 text-sm">
        Lo que se elimina queda aquí 30 días, por si hay que devolverlo. Después se borra solo.
      </p>
      <Loading loaded={loaded} onRetry={loadTrash}>
        {({ trashed, total, page }) => (
          <>
            {trashed.length === 0 && <p className="panel-empty">La papelera está vacía.</p>}
            <ul className="divide-base-300 flex flex-col divide-y">
              {trashed.map((person) => (
                <li key={person.id} className="flex flex-col gap-2 py-3">
                  <p className="wrap-anywhere">
                    <strong dir="auto" className="block">
                      {person.name}
                    </strong>
                    <Email address={person.email} />
                  </p>
                  <p className="text-base-content/75 text-sm">
                    {person.deletedBy ? `${person.deletedBy.name} lo eliminó` : 'Se eliminó'} el{' '}
                    {formatIn(timeZone, person.deletedAt, "dd/MM/yyyy 'a las' HH:mm")}. Se borra solo el{' '}
                    {formatIn(timeZone, person.until, 'dd/MM/yyyy')}.
                  </p>
                  <div className="flex flex-wrap gap-3">
                    <button
                      type="button"
                      className="btn btn-sm"
                      aria-label={`Devolver a la lista a ${person.name}`}
                      onClick={() => restore(person)}
                    >
                      <RotateCcw className="size-4" aria-hidden="true" />
                      Devolver a la lista
                    </button>
                    <button
                      type="button"
                      className="btn btn-ghost btn-sm text-error"
                      aria-label={`Borrar definitivamente a ${person.name}`}
                      onClick={() => askAndErase(person)}
                    >
                      Borrar definitivamente
                    </button>
                  </div>
                </li>
              ))}
            </ul>
            <Pagination page={page} matching={total} onOpen={openTrashPage} />
          </>
        )}
      </Loading>
      {proof && <ErasureProof proof={proof} timeZone={timeZone} onClose={() => setProof(null)} />}
    </Dialog>
  )
}
