import { MailPlus, UserPlus } from 'lucide-react'
import { type Dispatch, type SetStateAction, useState } from 'react'
import type { User } from '../../../data/accounts/schema.ts'
import { useIsAdmin } from '../auth/use-user.ts'
import { attempt } from '../calls/attempt.ts'
import { Button } from '../ui/Button.tsx'
import { Loading } from '../ui/Loading.tsx'
import { InviteDialog } from './InviteDialog.tsx'
import { LinkDialog, type LinkToHand } from './LinkDialog.tsx'
import { SecurityLine } from './SecurityLine.tsx'
import { UserDialog } from './UserDialog.tsx'
import { UserTable } from './UserTable.tsx'
import { askAndRemoveUser, linkForUser, users } from './users.ts'

type Open = { dialog: 'create' | 'invite' } | { dialog: 'link'; toHand: LinkToHand } | { dialog: 'edit'; user: User }

export function Accounts() {
  const [open, setOpen] = useState<Open | null>(null)
  const isAdmin = useIsAdmin()

  async function makeLink({ id, name, email, isInvited }: User) {
    await attempt('No se mandó el enlace', async () => {
      const link = await linkForUser(id)
      if (link) setOpen({ dialog: 'link', toHand: { name, link, days: isInvited ? 7 : null } })
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
            <Button
              label="Invitar"
              Icon={MailPlus}
              className="btn btn-primary btn-sm sm:btn-md"
              onClick={() => setOpen({ dialog: 'invite' })}
            />
            <button type="button" className="btn btn-outline btn-sm sm:btn-md" onClick={() => setOpen({ dialog: 'create' })}>
              <UserPlus className="size-4" aria-hidden="true" />
              Crear <span className="max-sm:sr-only">Usuario</span>
            </button>
          </div>
        )}
      </header>
      <Loading of={users} text="Cargando usuarios...">
        {(list) =>
          list.length === 0 ? (
            <div className="panel-empty">
              <p className="font-bold">No hay usuarios registrados</p>
              <p className="text-base-content/75">Crea el primer usuario para comenzar</p>
            </div>
          ) : (
            <UserTable
              users={list}
              onLink={makeLink}
              onEdit={(user) => setOpen({ dialog: 'edit', user })}
              onRemove={askAndRemoveUser}
            />
          )
        }
      </Loading>
      {isAdmin && <SecurityLine />}
      {open && <OpenDialog open={open} setOpen={setOpen} />}
    </section>
  )
}

function OpenDialog({ open, setOpen }: { open: Open; setOpen: Dispatch<SetStateAction<Open | null>> }) {
  const close = () => setOpen(null)
  if (open.dialog === 'create') return <UserDialog user={null} onClose={close} />
  if (open.dialog === 'edit') return <UserDialog user={open.user} onClose={close} />
  if (open.dialog === 'link') return <LinkDialog toHand={open.toHand} onClose={close} />
  return (
    <InviteDialog
      onLink={(toHand) => setOpen({ dialog: 'link', toHand })}
      // If the invitation returned a link, the dialog with the link is already open and must stay.
      onClose={() => setOpen((now) => (now?.dialog === 'invite' ? null : now))}
    />
  )
}
