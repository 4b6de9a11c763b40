import { Pencil, Trash2 } from 'lucide-react'
import type { Role, User } from '../../../data/schema.ts'
import { formatIn } from '../../dates.ts'
import { Email } from '../Email.tsx'

const roles: Record<Role, string> = { user: 'Usuario', admin: 'Administrador' }

type Props = {
  users: User[]
  timeZone: string
  /** The id of whoever looks. */
  me: string | undefined
  /** Null for those who may only look. */
  actions: { edit: (user: User) => void; remove: (user: User) => void } | null
}

/** The users as rows; on a phone, e-mail, role and date stand under the name. */
export function UserTable({ users, timeZone, me, actions }: Props) {
  return (
    <div className="rounded-box border-base-300 bg-base-100 border">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Nombre</th>
            <th scope="col" className="max-md:hidden">
              Email
            </th>
            <th scope="col" className="max-sm:hidden">
              Rol
            </th>
            <th scope="col" className="max-lg:hidden">
              Fecha de creación
            </th>
            {actions && (
              <th scope="col" className="text-end">
                Acciones
              </th>
            )}
          </tr>
        </thead>
        <tbody>
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
                    <button
                      type="button"
                      className="item-action"
                      aria-label={`Editar a ${user.name}`}
                      title="Editar"
                      onClick={() => actions.edit(user)}
                    >
                      <Pencil className="size-4" aria-hidden="true" />
                    </button>
                    <button
                      type="button"
                      className="item-action text-error"
                      aria-label={`Eliminar a ${user.name}`}
                      title="Eliminar"
                      onClick={() => actions.remove(user)}
                    >
                      <Trash2 className="size-4" aria-hidden="true" />
                    </button>
                  </div>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
