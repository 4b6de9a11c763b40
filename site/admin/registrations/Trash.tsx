import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { Dialog } from '../dialogs/Dialog.tsx'
import { useFormatDate } from '../shell/time-zone.ts'
import { Button } from '../ui/Button.tsx'
import { Email } from '../ui/Email.tsx'
import { Loading } from '../ui/Loading.tsx'
import { Pagination } from '../ui/Pagination.tsx'
import { askAndErase, type Proof, restore, trash } from './deleted-registrations.ts'
import { ErasureProof } from './Erasure.tsx'

export function Trash({ onClose }: { onClose: () => void }) {
  const formatDate = useFormatDate()
  const [proof, setProof] = useState<Proof | null>(null)

  return (
    <Dialog title="Papelera" onClose={onClose}>
      <p className="text-base-content/75 text-sm">
        Lo que se elimina queda aquí 30 días, por si hay que devolverlo. Después se borra solo.
      </p>
      <Loading of={trash}>
        {({ items, total, page }) => (
          <>
            {items.length === 0 && <p className="panel-empty">La papelera está vacía.</p>}
            <ul className="divide-base-300 flex flex-col divide-y">
              {items.map((person) => (
                <li key={person.id} className="flex flex-col gap-2 py-3">
                  <p className="wrap-anywhere">
                    <strong dir="auto" className="block">
                      {person.name}
                    </strong>
                    <Email address={person.email} />
                  </p>
                  <p className="text-base-content/75 text-sm">
                    {person.deletedBy ? `${person.deletedBy.name} lo eliminó` : 'Se eliminó'} el{' '}
                    {formatDate(person.deletedAt, "dd/MM/yyyy 'a las' HH:mm")}. Se borra solo el{' '}
                    {formatDate(person.until, 'dd/MM/yyyy')}.
                  </p>
                  <div className="flex flex-wrap gap-3">
                    <Button
                      label="Devolver a la lista"
                      Icon={RotateCcw}
                      aria-label={`Devolver a la lista a ${person.name}`}
                      onClick={() => restore(person)}
                    />
                    <Button
                      label="Borrar definitivamente"
                      className="btn btn-ghost btn-sm text-error"
                      aria-label={`Borrar definitivamente a ${person.name}`}
                      onClick={async () => setProof(await askAndErase(person))}
                    />
                  </div>
                </li>
              ))}
            </ul>
            <Pagination page={page} matching={total} onOpen={trash.openPage} />
          </>
        )}
      </Loading>
      {proof && <ErasureProof proof={proof} onClose={() => setProof(null)} />}
    </Dialog>
  )
}
