import { ownPasswordSchema } from '../../../data/accounts/schema.ts'
import type { ToastContent } from '../../toast/toast.ts'
import { failureToast } from '../calls/messages.ts'
import { changeOwnPassword } from '../calls/session.ts'
import { FormDialog } from '../forms/FormDialog.tsx'
import { TextField } from '../forms/TextField.tsx'
import { NewPasswordField } from './NewPasswordField.tsx'

const empty = { currentPassword: '', password: '' }

async function save(values: typeof empty): Promise<ToastContent> {
  await changeOwnPassword(values)
  return { kind: 'success', title: 'Contraseña cambiada', text: 'Tus sesiones en otros dispositivos se cerraron.' }
}

export function OwnPassword({ onClose }: { onClose: () => void }) {
  return (
    <FormDialog
      title="Cambiar contraseña"
      schema={ownPasswordSchema}
      values={empty}
      save={save}
      failure={failureToast('Error al cambiar la contraseña', 'Hubo un problema al cambiar la contraseña.')}
      onClose={onClose}
    >
      {(field) => (
        <>
          <TextField
            {...field('currentPassword', 'Contraseña actual')}
            type="password"
            autoComplete="current-password"
            required
          />
          <NewPasswordField {...field('password', 'Contraseña nueva')} />
        </>
      )}
    </FormDialog>
  )
}
