import { useStore } from '@nanostores/react'
import { CircleCheck, CircleDashed, DoorClosed, DoorOpen, Eye, TicketCheck, Trash2 } from 'lucide-react'
import type { MouseEvent } from 'react'
import type { Registration } from '../../../data/registrations/schema.ts'
import { ask } from '../dialogs/ask.ts'
import { useFormatDate } from '../shell/time-zone.ts'
import { Email } from '../ui/Email.tsx'
import { ItemAction } from '../ui/ItemAction.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { Table } from '../ui/Table.tsx'
import { setArrived } from './arrivals.ts'
import { giveSeat } from './desk.ts'
import {
  $filter,
  nameAndEmail,
  openDetail,
  orderOf,
  removeRegistration,
  type Sort,
  setConfirmed,
  sortBy,
} from './registrations.ts'
import { $selection, toggleChosen } from './selection.ts'

const columns: { label: string; className?: string; sort?: Sort }[] = [
  { label: 'Nombre', sort: 'name' },
  { label: 'Email', className: 'max-md:hidden' },
  { label: 'Empresa', className: 'max-lg:hidden' },
  { label: 'Fecha', className: 'max-lg:hidden', sort: 'date' },
  { label: 'Estado', sort: 'state' },
  { label: 'Acciones', className: 'text-end' },
]

/** `isDoorOpen` shows the arrival button. Before the event the button is hidden, so that nobody presses it by mistake. */
type Props = { registrations: Registration[]; isDoorOpen: boolean }

export function RegistrationTable({ registrations, isDoorOpen }: Props) {
  const selection = useStore($selection)
  const present = useStore($filter)
  const heads = columns.map(({ label, className = '', sort }) => ({
    label,
    className,
    ...(sort && { onSort: () => sortBy(sort), sorted: sort === present.sort ? directions[orderOf(present)] : undefined }),
  }))
  return (
    <Table columns={heads} className="person-rows">
      {registrations.map((registration) => (
        <Row key={registration.id} {...{ registration, isDoorOpen, selection }} />
      ))}
    </Table>
  )
}

const directions = { asc: 'ascending', desc: 'descending' } as const

type RowProps = Omit<Props, 'registrations'> & { registration: Registration; selection: ReturnType<typeof $selection.get> }

function Row({ registration, isDoorOpen, selection }: RowProps) {
  const formatDate = useFormatDate()
  const { id, name, email, company, registrationDate, arrivedAt } = registration
  const open = ({ target }: MouseEvent<HTMLElement>) => {
    const isControl = target instanceof Element && target.closest('a, button, label, input') !== null
    if (isControl || getSelection()?.type === 'Range') return
    if (selection) toggleChosen(registration)
    else openDetail(registration)
  }
  return (
    // Keyboard users open the person with the button 'Ver detalle'.
    <tr className="cursor-pointer" onClick={open}>
      <td className="person font-medium wrap-anywhere">
        {selection ? (
          <label className="chosen">
            <input
              type="checkbox"
              className="checkbox checkbox-primary"
              aria-label={`Elegir a ${name}`}
              checked={selection.has(id)}
              onChange={() => toggleChosen(registration)}
            />
            <Who {...registration} />
          </label>
        ) : (
          <Who {...registration} />
        )}
      </td>
      <td className="wrap-anywhere max-md:hidden">
        <Email address={email} />
      </td>
      <td dir="auto" className="wrap-anywhere max-lg:hidden">
        {company}
      </td>
      <td className="whitespace-nowrap tabular-nums max-lg:hidden">{formatDate(registrationDate, 'dd/MM/yyyy HH:mm')}</td>
      <td>
        <div className="flex flex-col items-start gap-1 max-sm:py-1">
          <StatusBadge {...registration} />
          {arrivedAt && (
            <span className="badge badge-neutral badge-sm whitespace-nowrap">Llegó {formatDate(arrivedAt, 'HH:mm')}</span>
          )}
        </div>
      </td>
      <td>
        <div className="flex justify-end gap-1">
          <Actions {...{ registration, isDoorOpen }} />
        </div>
      </td>
    </tr>
  )
}

function Actions({ registration, isDoorOpen }: Omit<RowProps, 'selection'>) {
  const { id, name, isConfirmed, status, arrivedAt } = registration
  const formatDate = useFormatDate()
  const isHere = arrivedAt !== null
  return (
    <>
      {isDoorOpen && (
        <ItemAction
          label={isHere ? `Quitar la llegada de ${name}` : `Marcar la llegada de ${name}`}
          tip={isHere ? 'Quitar llegada' : 'Marcar llegada'}
          Icon={isHere ? DoorClosed : DoorOpen}
          onClick={() => setArrived(registration, !isHere, formatDate)}
        />
      )}
      <ItemAction label={`Ver detalle de ${name}`} tip="Ver detalle" Icon={Eye} onClick={() => openDetail(registration)} />
      {status === 'registered' ? (
        <ItemAction
          label={isConfirmed ? `Marcar como pendiente a ${name}` : `Confirmar a ${name}`}
          tip={isConfirmed ? 'Marcar como pendiente' : 'Confirmar'}
          Icon={isConfirmed ? CircleDashed : CircleCheck}
          onClick={() => setConfirmed(id, !isConfirmed)}
        />
      ) : (
        <ItemAction label={`Dar lugar a ${name}`} tip="Dar lugar" Icon={TicketCheck} onClick={() => giveSeat(registration)} />
      )}
      <ItemAction
        label={`Eliminar a ${name}`}
        tip="Eliminar"
        Icon={Trash2}
        onClick={() => askAndRemove(registration)}
        className="text-error"
      />
    </>
  )
}

function Who({ name, email }: Registration) {
  return (
    <span>
      <bdi>{name}</bdi>
      <span className="text-base-content/75 block text-sm font-normal md:hidden">
        <Email address={email} />
      </span>
    </span>
  )
}

async function askAndRemove(registration: Registration) {
  const isRemoving = await ask({
    question: '¿Estás seguro de que quieres eliminar este registro?',
    detail: nameAndEmail(registration),
    action: 'Eliminar',
    isDestructive: true,
  })
  if (isRemoving) await removeRegistration(registration)
}
