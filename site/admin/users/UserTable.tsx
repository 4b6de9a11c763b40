import { KeyRound, LogOut, MailPlus, Pencil, ShieldCheck, ShieldOff, Trash2 } from 'lucide-react'
import type { User } from '../../../data/accounts/schema.ts'
import { Avatar } from '../auth/Avatar.tsx'
import { useIsAdmin, useUser } from '../auth/use-user.ts'
import { type FormatDate, useFormatDate } from '../shell/time-zone.ts'
import { ActionMenu, type MenuAction } from '../ui/ActionMenu.tsx'
import { Email } from '../ui/Email.tsx'
import { ItemAction } from '../ui/ItemAction.tsx'
import { Table } from '../ui/Table.tsx'
import { roles } from './roles.ts'
import { askAndEndSessions, askAndRemoveSecondFactor } from './users.ts'

const columns = [
  { label: 'Nombre' },
  { label: 'Email', className: 'max-md:hidden' },
  { label: 'Rol', className: 'max-sm:hidden' },
  { label: 'Fecha de creación', className: 'max-lg:hidden' },
]

const actionsColumn = { label: 'Acciones', className: 'text-end' }

type Props = { users: User[] } & Record<'onLink' | 'onEdit' | 'onRemove', (user: User) => void>

export function UserTable({ users, onLink, onEdit, onRemove }: Props) {
  const me = useUser()
  const isAdmin = useIsAdmin()
  const formatDate = useFormatDate()
  // The signed-in user's own name and picture may be newer than the list.
  const rows = users.map((user) => (user.id === me?.id ? { ...user, ...me, isMe: true } : { ...user, isMe: false }))
  return (
    <Table columns={isAdmin ? [...columns, actionsColumn] : columns} className="person-rows">
      {rows.map(({ isMe, ...user }) => (
        <tr key={user.id}>
          <td className="person">
            <div className="flex gap-3">
              <Avatar of={user} className="size-9 max-sm:hidden" />
              <div className="min-w-0 wrap-anywhere">
                <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
                  <bdi>{user.name}</bdi>
                  {isMe && <span className="badge badge-outline badge-sm">Tú</span>}
                  <State {...user} />
                </p>
                <p className="text-base-content/75 text-sm md:hidden">
                  <Email address={user.email} />
                </p>
                <p className="text-base-content/75 text-sm">
                  <span className="sm:hidden">{roles[user.role]} · </span>
                  {lastVisit(user, isMe, formatDate)}
                </p>
              </div>
            </div>
          </td>
          <td className="wrap-anywhere max-md:hidden">
            <Email address={user.email} />
          </td>
          <td className="max-sm:hidden">{roles[user.role]}</td>
          <td className="whitespace-nowrap tabular-nums max-lg:hidden">{formatDate(user.createdAt, 'dd/MM/yyyy')}</td>
          {isAdmin && (
            <td className="max-sm:col-span-full">
              <div className="flex justify-end">
                {!isMe && <More user={user} onLink={onLink} />}
                <ItemAction label={`Editar a ${user.name}`} tip="Editar" Icon={Pencil} onClick={() => onEdit(user)} />
                {!isMe && (
                  <ItemAction
                    label={`Eliminar a ${user.name}`}
                    tip="Eliminar"
                    Icon={Trash2}
                    onClick={() => onRemove(user)}
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

function State({ isActive, isInvited, hasSecondFactor }: User) {
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

function lastVisit({ isInvited, lastSeenAt }: User, isMe: boolean, formatDate: FormatDate): string {
  if (isMe) return 'Aquí, ahora'
  if (lastSeenAt) return `Última vez: ${formatDate(lastSeenAt, "d 'de' MMMM 'de' yyyy, HH:mm")}`
  return isInvited ? 'Todavía no elige su contraseña' : 'Todavía no ha entrado'
}

/** Not shown for the user's own account, which has these actions in 'Mi cuenta'. */
function More({ user, onLink }: { user: User; onLink: (user: User) => void }) {
  const { isActive, isInvited, hasSecondFactor, name } = user
  const list: (MenuAction | false)[] = [
    isActive && {
      label: isInvited ? 'Mandar otra invitación' : 'Mandar enlace para elegir contraseña',
      Icon: isInvited ? MailPlus : KeyRound,
      onClick: () => onLink(user),
    },
    isActive && !isInvited && { label: 'Cerrar sus sesiones', Icon: LogOut, onClick: () => askAndEndSessions(user) },
    hasSecondFactor && { label: 'Quitar segundo factor', Icon: ShieldOff, onClick: () => askAndRemoveSecondFactor(user) },
  ]
  const possible = list.filter((action) => action !== false)
  return possible.length > 0 && <ActionMenu label={`Más sobre ${name}`} actions={possible} />
}
