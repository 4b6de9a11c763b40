import { KeyRound, LogOut, MailPlus, Pencil, ShieldCheck, ShieldOff, Trash2 } from 'lucide-react'
import type { User } from '../../../data/accounts/schema.ts'
import { formatIn } from '../../text/dates.ts'
import { Avatar } from '../auth/Avatar.tsx'
import { ActionMenu, type MenuAction } from '../ui/ActionMenu.tsx'
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

type Actions = Record<'link' | 'endSessions' | 'removeFactor' | 'edit' | 'remove', (user: User) => void>

type Props = {
  users: User[]
  timeZone: string
  me: string | undefined
  /** Null for users who may only read. */
  actions: Actions | null
}

export function UserTable({ users, timeZone, me, actions }: Props) {
  return (
    <Table columns={actions ? [...columns, actionsColumn] : columns} className="person-rows">
      {users.map((user) => (
        <tr key={user.id}>
          <td className="person">
            <div className="flex gap-3">
              <Avatar of={user} className="size-9 max-sm:hidden" />
              <div className="min-w-0 wrap-anywhere">
                <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
                  <bdi>{user.name}</bdi>
                  {user.id === me && <span className="badge badge-outline badge-sm">Tú</span>}
                  <State user={user} />
                </p>
                <p className="text-base-content/75 text-sm md:hidden">
                  <Email address={user.email} />
                </p>
                <p className="text-base-content/75 text-sm">
                  <span className="sm:hidden">{roles[user.role]} · </span>
                  {seen(user, user.id === me, timeZone)}
                </p>
              </div>
            </div>
          </td>
          <td className="wrap-anywhere max-md:hidden">
            <Email address={user.email} />
          </td>
          <td className="max-sm:hidden">{roles[user.role]}</td>
          <td className="whitespace-nowrap tabular-nums max-lg:hidden">{formatIn(timeZone, user.createdAt, 'dd/MM/yyyy')}</td>
          {actions && (
            <td className="max-sm:col-span-full">
              <div className="flex justify-end">
                <More user={user} isMe={user.id === me} actions={actions} />
                <ItemAction label={`Editar a ${user.name}`} tip="Editar" Icon={Pencil} onClick={() => actions.edit(user)} />
                {user.id !== me && (
                  <ItemAction
                    label={`Eliminar a ${user.name}`}
                    tip="Eliminar"
                    Icon={Trash2}
                    onClick={() => actions.remove(user)}
                    className="text-error"
                  />
                )}
              </div>
            </td>
          )}
        </tr>
      ))}
    </Table>
  )
}

function State({ user: { isActive, isInvited, hasSecondFactor } }: { user: User }) {
  return (
    <>
      {!isActive && <span className="badge badge-neutral badge-sm">Inactivo</span>}
      {isActive && <span className="badge badge-outline badge-sm">{isInvited ? 'Invitado' : 'Activo'}</span>}
      {hasSecondFactor && (
        <span className="badge badge-outline badge-sm">
          <ShieldCheck className="size-3" aria-hidden="true" />
          Con segundo factor
        </span>
      )}
    </>
  )
}

function seen({ isInvited, lastSeenAt }: User, isMe: boolean, timeZone: string): string {
  if (isMe) return 'Aquí, ahora'
  if (lastSeenAt) return `Última vez: ${formatIn(timeZone, lastSeenAt, "d 'de' MMMM 'de' yyyy, HH:mm")}`
  return isInvited ? 'Todavía no elige su contraseña' : 'Todavía no ha entrado'
}

/** Not for the user's own account, which has 'Mi cuenta'. */
function More({ user, isMe, actions }: { user: User; isMe: boolean; actions: Actions }) {
  if (isMe) return null
  const { isActive, isInvited, hasSecondFactor, name } = user
  const list: (MenuAction | false)[] = [
    isActive && {
      label: isInvited ? 'Mandar otra invitación' : 'Mandar enlace para elegir contraseña',
      Icon: isInvited ? MailPlus : KeyRound,
      onClick: () => actions.link(user),
    },
    isActive && !isInvited && { label: 'Cerrar sus sesiones', Icon: LogOut, onClick: () => actions.endSessions(user) },
    hasSecondFactor && { label: 'Quitar segundo factor', Icon: ShieldOff, onClick: () => actions.removeFactor(user) },
  ]
  const possible = list.filter((action) => action !== false)
  return possible.length > 0 && <ActionMenu label={`Más sobre ${name}`} actions={possible} />
}
