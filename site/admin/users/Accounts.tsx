import { useStore } from '@nanostores/react'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import type { User } from '../../../data/accounts/schema.ts'
import { useAuth } from '../auth/AuthProvider.tsx'
import type { TabProps } from '../shell/tab-props.ts'
import { Loading } from '../ui/Loading.tsx'
import { DeleteUser } from './DeleteUser.tsx'
import { UserDialog } from './UserDialog.tsx'
import { UserTable } from './UserTable.tsx'
import { $users, loadUsers } from './users.ts'

type Open = { dialog: 'create' } | { dialog: 'edit' | 'delete'; user: User }

/** Who may enter the panel. Everybody sees it, administrators change it. */
export function Accounts({ timeZone }: TabProps) {
  const { user: me } = useAuth()
  const loaded = useStore($users)
  const [open, setOpen] = useState<Open | null>(null)
  const isAdmin = me?.role === 'admin'
  const close = () => setOpen(null)

  return (
    <section className="flex flex-col gap-5" aria-label="Usuarios">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <h2 className="text-xl font-bold">Gestión de Usuarios</h2>
          {!isAdmin && <p className="text-base-content/75 text-sm">Solo los administradores pueden hacer cambios.</p>}
        </div>
        {isAdmin && (
          <button type="button" className="btn btn-primary btn-sm sm:btn-md" onClick={() => setOpen({ dialog: 'create' })}>
            <UserPlus className="size-4" aria-hidden="true" />
            Crear <span className="max-sm:sr-only">Usuario</span>
          </button>
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
              users={users}
              timeZone={timeZone}
              me={me?.id}
              actions={
                isAdmin
                  ? {
                      edit: (user) => setOpen({ dialog: 'edit', user }),
                      remove: (user) => setOpen({ dialog: 'delete', user }),
                    }
                  : null
              }
            />
          )
        }
      </Loading>
      {open?.dialog === 'create' && <UserDialog user={null} onClose={close} />}
      {open?.dialog === 'edit' && <UserDialog user={open.user} onClose={close} />}
      {open?.dialog === 'delete' && <DeleteUser user={open.user} onClose={close} />}
    </section>
  )
}
