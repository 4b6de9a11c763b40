import { CircleCheck, CircleDashed, Eye, Trash2 } from 'lucide-react'
import type { Registration } from '../../../data/schema.ts'
import { formatIn } from '../../dates.ts'
import { removeRegistration, setConfirmed } from '../stores/registrations.ts'
import { Email } from '../ui/Email.tsx'
import { focusPanel } from '../ui/focus.ts'
import { Table } from '../ui/Table.tsx'
import { StatusBadge } from './StatusBadge.tsx'

const columns = [
  { label: 'Nombre' },
  { label: 'Email', className: 'max-md:hidden' },
  { label: 'Empresa', className: 'max-lg:hidden' },
  { label: 'Fecha', className: 'max-lg:hidden' },
  { label: 'Estado', className: 'max-sm:hidden' },
  { label: 'Acciones', className: 'text-end' },
]

type Props = { registrations: Registration[]; timeZone: string; onOpen: (registration: Registration) => void }

/** The registrations as rows; on a phone, e-mail and status stand under the name, and the rest is in the detail. */
export function RegistrationTable({ registrations, timeZone, onOpen }: Props) {
  return (
    <Table columns={columns}>
      {registrations.map((registration) => {
        const { id, name, email, company, registrationDate, isConfirmed } = registration
        return (
          <tr key={id}>
            <td className="font-medium wrap-anywhere">
              {name}
              <span className="text-base-content/75 block text-sm font-normal md:hidden">
                <Email address={email} />
              </span>
              <span className="mt-1 block sm:hidden">
                <StatusBadge {...registration} />
              </span>
            </td>
            <td className="wrap-anywhere max-md:hidden">
              <Email address={email} />
            </td>
            <td className="wrap-anywhere max-lg:hidden">{company}</td>
            <td className="whitespace-nowrap tabular-nums max-lg:hidden">
              {formatIn(timeZone, registrationDate, 'dd/MM/yyyy HH:mm')}
            </td>
            <td className="max-sm:hidden">
              <StatusBadge {...registration} />
            </td>
            <td>
              <div className="flex justify-end gap-1">
                <button
                  type="button"
                  className="btn btn-ghost btn-sm btn-square"
                  aria-label={`Ver detalle de ${name}`}
                  title="Ver detalle"
                  onClick={() => onOpen(registration)}
                >
                  <Eye className="size-4" aria-hidden="true" />
                </button>
                <button
                  type="button"
                  className="btn btn-ghost btn-sm btn-square"
                  aria-label={isConfirmed ? `Marcar como pendiente a ${name}` : `Confirmar a ${name}`}
                  title={isConfirmed ? 'Marcar como pendiente' : 'Confirmar'}
                  onClick={() => setConfirmed(id, !isConfirmed)}
                >
                  {isConfirmed ? (
                    <CircleDashed className="size-4" aria-hidden="true" />
                  ) : (
                    <CircleCheck className="size-4" aria-hidden="true" />
                  )}
                </button>
                <button
                  type="button"
                  className="btn btn-ghost btn-sm btn-square text-error"
                  aria-label={`Eliminar a ${name}`}
                  title="Eliminar"
                  onClick={() => askAndRemove(registration)}
                >
                  <Trash2 className="size-4" aria-hidden="true" />
                </button>
              </div>
            </td>
          </tr>
        )
      })}
    </Table>
  )
}

async function askAndRemove({ id, name, email }: Registration) {
  if (!window.confirm(`¿Estás seguro de que quieres eliminar este registro?\n\n${name} (${email})`)) return
  await removeRegistration(id)
  focusPanel(document.activeElement)
}
