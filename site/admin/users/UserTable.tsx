import { Pencil, Trash2 } from 'lucide-react'
import type { User } from '../../../data/accounts/schema.ts'
import { formatIn } from '../../dates.ts'
import { Email } from '../ui/Email.tsx'
import { ItemAction } from '../ui/ItemAction.tsx'
import { Table } from '../ui/Table.tsx'
import { roles } from './roles.ts'

const columns = [
  { label: 'Nombre' },
  { label: 'Email', className: 'max-md:hidden' },
  { label: 'Rol', className: 'max-sm:hidden' },
  { label: 'Fecha de creación', className: 'max-lg:hidden' },
]

const actionsColumn = { label: 'Acciones', className: 'text-end' }

type Props = {
  users: User[]
  timeZone: string
  /** The id of the signed-in user. */
  me: string | undefined
  /** Null for users who may only read. */
  actions: { edit: (user: User) => void; remove: (user: User) => void } | null
}

/** The users as rows; on a phone, e-mail and role stand under the name. */
export function UserTable({ users, timeZone, me, actions }: Props) {
  return (
    <Table columns={actions ? [...columns, actionsColumn] : columns}>
      {users.map((user) => (
        <tr key={user.id}>
          <td className="wrap-anywhere">
            <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
              {user.name}
              {user.id === me && <span className="badge badge-outline badge-sm">Tú</span>}
              {!user.isActive && <span className="badge badge-neutral badge-sm">Inactivo</span>}
            </p>
            <p className="text-base-content/75 text-sm md:hidden">
              <Email address={user.email} />
            </p>
            <p className="text-base-content/75 text-sm sm:hidden">{roles[user.role]}</p>
          </td>
          <td className="wrap-anywhere max-md:hidden">
            <Email address={user.email} />
          </td>
          <td className="max-sm:hidden">{roles[user.role]}</td>
          <td className="whitespace-nowrap tabular-nums max-lg:hidden">{formatIn(timeZone, user.createdAt, 'dd/MM/yyyy')}</td>
          {actions && (
            <td>
              <div className="flex justify-end">
                <ItemAction label={`Editar a ${user.name}`} title="Editar" Icon={Pencil} onClick={() => actions.edit(user)} />
                <ItemAction
                  label={`Eliminar a ${user.name}`}
                  title="Eliminar"
                  Icon={Trash2}
                  onClick={() => actions.remove(user)}
                  className="text-error"
                />
              </div>
            </td>
          )}
        </tr>
      ))}
    </Table>
  )
}
