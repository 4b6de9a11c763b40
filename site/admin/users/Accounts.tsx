import { useStore } from '@nanostores/react'
import { MailPlus, UserPlus } from 'lucide-react'
import { useState } from 'react'
import type { User } from '../../../data/accounts/schema.ts'
import { useAuth } from '../auth/AuthProvider.tsx'
import { attempt } from '../calls/attempt.ts'
import type { TabProps } from '../shell/tab-props.ts'
import { Loading } from '../ui/Loading.tsx'
import { DeleteUser } from './DeleteUser.tsx'
import { InviteDialog } from './InviteDialog.tsx'
import { type HandedLink, LinkDialog } from './LinkDialog.tsx'
import { SecurityLine } from './SecurityLine.tsx'
import { UserDialog } from './UserDialog.tsx'
import { UserTable } from './UserTable.tsx'
import { $users, endSessionsOf, linkForUser, loadUsers, takeSecondFactor } from './users.ts'

type Open = { dialog: 'create' | 'invite' } | { dialog: 'link'; handed: HandedLink } | { dialog: 'edit' | 'delete'; user: User }

export function Accounts({ timeZone }: TabProps) {
  const { user: me } = useAuth()
  const loaded = useStore($users)
  const [open, setOpen] = useState<Open | null>(null)
  const isAdmin = me?.role === 'admin'
  const close = () => setOpen(null)

  async function removeSecondFactor({ id, name }: User) {
    if (!window.confirm(`${name} entrará solo con su contraseña, y sus sesiones se cierran. ¿Quitar su segundo factor?`)) return
    await attempt('No se quitó', async () => {
      await takeSecondFactor(id)
      return { title: 'Segundo factor quitado' }
    })
  }

  async function endSessions({ id, name }: User) {
    if (!window.confirm(`${name} tendrá que iniciar sesión otra vez en todos sus dispositivos. ¿Cerrar sus sesiones?`)) return
    await attempt('No se cerraron', async () => {
      await endSessionsOf(id)
      return { title: 'Sesiones cerradas' }
    })
  }

  async function handLink({ id, name, email, isInvited }: User) {
    await attempt('No se mandó el enlace', async () => {
      const link = await linkForUser(id)
      if (link) setOpen({ dialog: 'link', handed: { name, link, days: isInvited ? 7 : null } })
      return link ? undefined : { title: 'Enlace enviado', text: `Le llega a ${email}.` }
    })
  }

  return (
    <section className="flex flex-col gap-5" aria-label="Usuarios">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <h2 className="text-xl font-bold">Gestión de Usuarios</h2>
          {!isAdmin && <p className="text-base-content/75 text-sm">Solo los administradores pueden hacer cambios.</p>}
        </div>
        {isAdmin && (
          <div className="flex gap-2">
            <button type="button" className="btn btn-outline btn-sm sm:btn-md" onClick={() => setOpen({ dialog: 'invite' })}>
              <MailPlus className="size-4" aria-hidden="true" />
              Invitar
            </button>
            <button type="button" className="btn btn-primary btn-sm sm:btn-md" onClick={() => setOpen({ dialog: 'create' })}>
              <UserPlus className="size-4" aria-hidden="true" />
              Crear <span className="max-sm:sr-only">Usuario</span>
            </button>
          </div>
        )}
      </header>
      <Loading loaded={loaded} text="Cargando usuarios..." onRetry={loadUsers}>
        {(users) =>
          users.length === 0 ? (
            <div className="panel-empty">
              <p className="font-bold">No hay usuarios registrados</p>
              <p className="text-base-content/75">Crea el primer usuario para comenzar</p>
            </div>
          ) : (
            <UserTable
              // The list may be older than the signed-in user's own name and picture.
              users={users.map((user) => (user.id === me?.id ? { ...user, ...me } : user))}
              timeZone={timeZone}
              me={me?.id}
              actions={
                isAdmin
                  ? {
                      link: handLink,
                      endSessions,
                      removeFactor: removeSecondFactor,
                      edit: (user) => setOpen({ dialog: 'edit', user }),
                      remove: (user) => setOpen({ dialog: 'delete', user }),
                    }
                  : null
              }
            />
          )
        }
      </Loading>
      {isAdmin && <SecurityLine />}
      {open?.dialog === 'create' && <UserDialog user={null} onClose={close} />}
      {open?.dialog === 'invite' && (
        <InviteDialog
          onLink={(handed) => setOpen({ dialog: 'link', handed })}
          // A returned link has opened another dialog by then.
          onClose={() => setOpen((now) => (now?.dialog === 'invite' ? null : now))}
        />
      )}
      {open?.dialog === 'link' && <LinkDialog handed={open.handed} onClose={close} />}
      {open?.dialog === 'edit' && <UserDialog user={open.user} onClose={close} />}
      {open?.dialog === 'delete' && <DeleteUser user={open.user} onClose={close} />}
    </section>
  )
}
