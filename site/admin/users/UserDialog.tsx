import { type User, userChangeSchema, userSchema } from '../../../data/accounts/schema.ts'
import { limits } from '../../../data/limits.ts'
import { carryToast, type ToastContent } from '../../toast/toast.ts'
import { useUser } from '../auth/use-user.ts'
import { failed, succeeded } from '../calls/messages.ts'
import { changeSessionUser } from '../calls/session.ts'
import { changedFields } from '../forms/drafts/drafts.ts'
import { FormDialog } from '../forms/FormDialog.tsx'
import { SelectField } from '../forms/SelectField.tsx'
import { SwitchField } from '../forms/SwitchField.tsx'
import { TextField } from '../forms/TextField.tsx'
import { roleOptions, rolesHint } from './roles.ts'
import { createUser, updateUser } from './users.ts'

type Values = Pick<User, 'name' | 'email' | 'role' | 'isActive'> & { password: string }

const newUser: Values = { name: '', email: '', password: '', role: 'user', isActive: true }

export function UserDialog({ user, onClose }: { user: User | null; onClose: () => void }) {
  const me = useUser()
  const isMe = user?.id === me?.id
  const verb = user ? 'actualizar' : 'crear'
  const initial = user ? { name: user.name, email: user.email, password: '', role: user.role, isActive: user.isActive } : newUser

  async function save(values: Values): Promise<ToastContent> {
    const success = succeeded('usuario', verb)
    if (!user) {
      await createUser(values)
      return success
    }
    // Sends only changed fields, because somebody else may have changed the remaining fields.
    const change = changedFields(values, initial)
    if (Object.keys(change).length === 0) return success
    const saved = await updateUser(user.id, change)
    if (isMe && !saved.isActive) {
      // All sessions of a deactivated user have ended, also the current session.
      carryToast({ ...success, text: 'Vuelve a iniciar sesión.' })
      location.assign('/login')
    } else if (isMe) changeSessionUser(saved)
    return success
  }

  return (
    <FormDialog
      title={user ? 'Editar Usuario' : 'Crear Usuario'}
      schema={user ? userChangeSchema : userSchema}
      values={initial}
      save={save}
      failure={(error) => failed('usuario', verb, error, `Error al ${verb} usuario`)}
      onClose={onClose}
    >
      {(field) => (
        <>
          <TextField {...field('name', 'Nombre')} autoComplete="off" required />
          <TextField {...field('email', 'Email')} type="email" autoComplete="off" required />
          {!isMe && (
            <TextField
              {...field('password', 'Contraseña')}
              type="password"
              autoComplete="new-password"
              required={!user}
              hint={
                user
                  ? 'Si la dejas vacía, queda como está. Una nueva cierra las sesiones de este usuario.'
                  : `Al menos ${limits.password.min} caracteres.`
              }
            />
          )}
          <SelectField {...field('role', 'Rol')} options={roleOptions} hint={rolesHint} />
          <SwitchField {...field('isActive', 'Activo')} hint="Puede iniciar sesión en el panel." />
        </>
      )}
    </FormDialog>
  )
}
