import { useState } from 'react'
import type { User } from '../../../data/accounts/schema.ts'
import { showToast } from '../../toast/toast.ts'
import { failed, succeeded } from '../calls/messages.ts'
import { Dialog } from '../dialogs/Dialog.tsx'
import { DialogActions } from '../dialogs/DialogActions.tsx'
import { removeUser } from './users.ts'

export function DeleteUser({ user, onClose }: { user: User; onClose: () => void }) {
  const [isBusy, setIsBusy] = useState(false)

  async function remove() {
    setIsBusy(true)
    try {
      await removeUser(user.id)
      showToast(succeeded('usuario', 'eliminar'))
    } catch (error) {
      showToast(failed('usuario', 'eliminar', error, 'Error al eliminar usuario'))
    }
    onClose()
  }

  return (
    <Dialog title="¿Eliminar usuario?" onClose={onClose}>
      <p>Esta acción no se puede deshacer. El usuario será eliminado permanentemente.</p>
      <p className="rounded-field bg-base-200 px-4 py-3 wrap-anywhere">
        <strong dir="auto" className="block">
          {user.name}
        </strong>
        <span className="text-base-content/75 text-sm">{user.email}</span>
      </p>
      <DialogActions label="Eliminar" tone="btn-error" onClick={remove} isBusy={isBusy} onCancel={onClose} />
    </Dialog>
  )
}
