import { formatIn } from '../../text/dates.ts'
import { Dialog } from '../ui/Dialog.tsx'
import type { Proof } from './deleted-registrations.ts'
import { nameAndEmail } from './registrations.ts'

export function mayErase(person: { name: string; email: string }): boolean {
  const consequence = 'Se borra todo lo que hay de esta persona, también sus correos. No se puede deshacer.'
  return window.confirm(`¿Borrar definitivamente los datos de ${nameAndEmail(person)}?\n\n${consequence}`)
}

type Props = { proof: Proof; timeZone: string; onClose: () => void }

export function ErasureProof({ proof: { name, backups }, timeZone, onClose }: Props) {
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
                <span className="tabular-nums">se borra el {formatIn(timeZone, copy.until, 'dd/MM/yyyy')}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      <p className="text-base-content/75 text-sm">
        Lo que se haya copiado a otro lugar, como un CSV o una copia en otro equipo, hay que borrarlo allí.
      </p>
      <div className="panel-dialog-actions">
        <button type="button" className="btn" onClick={onClose}>
          Cerrar
        </button>
      </div>
    </Dialog>
  )
}
