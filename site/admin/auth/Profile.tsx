import { useState } from 'react'
import { ownEmailSchema, profileSchema } from '../../../data/accounts/schema.ts'
import type { ToastContent } from '../../toast/toast.ts'
import { failureToast } from '../calls/messages.ts'
import { changeOwnEmail, changeProfile, type SessionUser } from '../calls/session.ts'
import { FormDialog } from '../forms/FormDialog.tsx'
import { TextField } from '../forms/TextField.tsx'
import { Button } from '../ui/Button.tsx'
import { Email } from '../ui/Email.tsx'
import { ImageField } from '../uploads/ImageField.tsx'
import { Avatar } from './Avatar.tsx'
import { useUser } from './use-user.ts'

export function Profile({ mayChange }: { mayChange: boolean }) {
  const user = useUser()
  const [open, setOpen] = useState<'profile' | 'email' | null>(null)
  const close = () => setOpen(null)
  if (!user) return null
  return (
    <section className="flex flex-col gap-3" aria-label="Perfil">
      <div className="flex items-center gap-3">
        <Avatar of={user} className="size-12" />
        <p className="min-w-0 wrap-anywhere">
          <strong dir="auto" className="block">
            {user.name}
          </strong>
          <span className="text-base-content/75 text-sm">
            <Email address={user.email} />
          </span>
        </p>
      </div>
      {mayChange && (
        <div className="flex flex-wrap gap-2">
          <Button label="Cambiar nombre o foto" onClick={() => setOpen('profile')} />
          <Button label="Cambiar correo" onClick={() => setOpen('email')} />
        </div>
      )}
      {open === 'profile' && <ProfileDialog user={user} onClose={close} />}
      {open === 'email' && <EmailDialog onClose={close} />}
    </section>
  )
}

function ProfileDialog({ user: { name, picture }, onClose }: { user: SessionUser; onClose: () => void }) {
  async function save(values: { name: string; picture: string }): Promise<ToastContent> {
    await changeProfile(values)
    return { kind: 'success', title: 'Perfil cambiado' }
  }

  return (
    <FormDialog
      title="Nombre y foto"
      schema={profileSchema}
      values={{ name, picture }}
      save={save}
      failure={failureToast('No se cambió', 'Hubo un problema al guardar tu perfil.')}
      onClose={onClose}
    >
      {(field) => (
        <>
          <TextField {...field('name', 'Nombre')} autoComplete="name" required />
          <ImageField
            {...field('picture', 'Foto')}
            kind="account-picture"
            takesAddress={false}
            note="La ve quien entra al panel."
          />
        </>
      )}
    </FormDialog>
  )
}

function EmailDialog({ onClose }: { onClose: () => void }) {
  async function save({ email }: { email: string }): Promise<ToastContent> {
    return (await changeOwnEmail(email))
      ? {
          kind: 'success',
          title: 'Revisa tu correo nuevo',
          text: `Mandamos un enlace a ${email}. Hasta que lo abras y confirmes, entras con el correo de antes.`,
        }
      : { kind: 'success', title: 'Correo cambiado', text: `Desde ahora entras con ${email}.` }
  }

  return (
    <FormDialog
      title="Cambiar correo"
      schema={ownEmailSchema}
      values={{ email: '' }}
      save={save}
      failure={failureToast('No se cambió', 'Hubo un problema al cambiar tu correo.')}
      onClose={onClose}
    >
      {(field) => (
        <TextField
          {...field('email', 'Correo nuevo')}
          type="email"
          autoComplete="email"
          required
          hint="Con él entras al panel, y a él llega el enlace si olvidas tu contraseña."
        />
      )}
    </FormDialog>
  )
}
