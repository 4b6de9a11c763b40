import type { Registration } from '../../../data/registrations/schema.ts'
import { Dialog } from '../dialogs/Dialog.tsx'
import { useFormatDate } from '../shell/time-zone.ts'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { askAndErase, type Proof } from './deleted-registrations.ts'
import { openDetail } from './registrations.ts'

type Props = { registration: Registration; onErased: (proof: Proof) => void }

export function PersonalData({ registration, onErased }: Props) {
  async function erase() {
    const proof = await askAndErase(registration)
    if (!proof) return
    openDetail(null)
    onErased(proof)
  }

  return (
    <details>
      <summary className="min-h-10 cursor-pointer content-center text-sm font-semibold">Sus datos personales</summary>
      <div className="flex flex-wrap gap-2 pt-1">
        <ButtonLink label="Descargar todos sus datos" href={`/api/registrations/${registration.id}/data`} download />
        <Button label="Borrar definitivamente" className="btn btn-ghost btn-sm text-error" onClick={erase} />
      </div>
    </details>
  )
}

export function ErasureProof({ proof: { name, backups }, onClose }: { proof: Proof; onClose: () => void }) {
  const formatDate = useFormatDate()
  return (
    <Dialog title="Datos borrados" onClose={onClose}>
      <p>
        Del registro de <strong dir="auto">{name}</strong> no queda nada en el sitio: ni en la lista, ni en los correos, ni en la
        papelera.
      </p>
      {backups.length === 0 ? (
        <p>Tampoco hay aquí respaldos que lo tengan.</p>
      ) : (
        <>
          <p>
            {backups.length === 1
              ? 'Este respaldo es de antes y todavía puede tenerlo. Si se restaura, sus datos se vuelven a borrar.'
              : 'Estos respaldos son de antes y todavía pueden tenerlo. Si se restaura uno, sus datos se vuelven a borrar.'}
          </p>
          <ul className="divide-base-300 rounded-field bg-base-200 flex flex-col divide-y px-4">
            {backups.map((copy) => (
              <li key={copy.name} className="flex flex-wrap justify-between gap-x-4 py-2 text-sm">
                <span className="wrap-anywhere">{copy.name}</span>
                <span className="tabular-nums">se borra el {formatDate(copy.until, 'dd/MM/yyyy')}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      <p className="text-base-content/75 text-sm">
        Lo que se haya copiado a otro lugar, como un CSV o una copia en otro equipo, hay que borrarlo allí.
      </p>
      <div className="panel-dialog-actions">
        <Button label="Cerrar" className="btn" onClick={onClose} />
      </div>
    </Dialog>
  )
}
