import { inviteSchema, type Role } from '../../../data/accounts/schema.ts'
import type { ToastContent } from '../../toast/toast.ts'
import { failed } from '../calls/messages.ts'
import { FormDialog } from '../forms/FormDialog.tsx'
import { SelectField } from '../forms/SelectField.tsx'
import { TextField } from '../forms/TextField.tsx'
import type { LinkToHand } from './LinkDialog.tsx'
import { roleOptions, rolesHint } from './roles.ts'
import { inviteUser } from './users.ts'

type Props = {
  onLink: (link: LinkToHand) => void
  onClose: () => void
}

export function InviteDialog({ onLink, onClose }: Props) {
  async function save(values: { name: string; email: string; role: Role }): Promise<ToastContent> {
    const link = await inviteUser(values)
    if (link) onLink({ name: values.name, link, days: 7 })
    return link
      ? { kind: 'success', title: 'Usuario invitado', text: 'Entrégale el enlace para que elija su contraseña.' }
      : { kind: 'success', title: 'Invitación enviada', text: `Le llega a ${values.email}; sirve durante 7 días.` }
  }

  return (
    <FormDialog
      title="Invitar usuario"
      schema={inviteSchema}
      values={{ name: '', email: '', role: 'user' as Role }}
      save={save}
      failure={(error) => failed('usuario', 'crear', error, 'Error al invitar usuario')}
      submit={{ label: 'Invitar', busy: 'Invitando...' }}
      onClose={onClose}
    >
      {(field) => (
        <>
          <TextField {...field('name', 'Nombre')} autoComplete="off" required />
          <TextField
            {...field('email', 'Email')}
            type="email"
            autoComplete="off"
            required
            hint="Recibe un enlace y elige su contraseña."
          />
          <SelectField {...field('role', 'Rol')} options={roleOptions} hint={rolesHint} />
        </>
      )}
    </FormDialog>
  )
}
