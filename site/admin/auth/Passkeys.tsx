import { Fingerprint, Pencil, Trash2 } from 'lucide-react'
import { useState, useTransition } from 'react'
import { passkeyNameSchema } from '../../../data/accounts/schema.ts'
import { failureToast } from '../calls/messages.ts'
import { ask } from '../dialogs/ask.ts'
import { FormDialog } from '../forms/FormDialog.tsx'
import { TextField } from '../forms/TextField.tsx'
import { useFormatDate } from '../shell/time-zone.ts'
import { Button } from '../ui/Button.tsx'
import { ItemAction } from '../ui/ItemAction.tsx'
import { Loading } from '../ui/Loading.tsx'
import { AccountPart, changeAccount } from './AccountPart.tsx'
import { addPasskey, passkeys, removePasskey, renamePasskey } from './access.ts'
import { whyNoPasskeys } from './passkeys.ts'

export function Passkeys({ isWanted }: { isWanted: boolean }) {
  const formatDate = useFormatDate()
  const day = (at: string) => formatDate(at, 'dd/MM/yyyy')
  const [isBusy, startAdding] = useTransition()
  const [renaming, setRenaming] = useState<{ id: string; name: string } | null>(null)
  const why = whyNoPasskeys()

  async function add() {
    await changeAccount(() => addPasskey(deviceName()), 'Llave de acceso agregada', 'No se agregó ninguna llave')
  }

  async function remove(id: string, name: string) {
    const isRemoving = await ask({
      question: `¿Quitar la llave «${name}»?`,
      detail: 'Ya no podrás entrar aquí con ella. Bórrala también en tu dispositivo.',
      action: 'Quitar llave',
      isDestructive: true,
    })
    if (isRemoving) await changeAccount(() => removePasskey(id), 'Llave de acceso quitada')
  }

  return (
    <AccountPart title="Llaves de acceso" Icon={Fingerprint}>
      <p className="text-base-content/75 text-sm">
        {why ??
          `Entras con tu huella, tu cara o el PIN de tu dispositivo, sin escribir la contraseña. Valen solo en ${location.hostname}: si el sitio cambia de nombre, entra con tu contraseña y agrega otra.`}
      </p>
      <Loading of={passkeys}>
        {(list) => (
          <ul className="divide-base-300 divide-y">
            {list.map(({ id, name, createdAt, usedAt }) => (
              <li key={id} className="flex items-center justify-between gap-3 py-1">
                <span className="text-sm wrap-anywhere">
                  {name}
                  <span className="text-base-content/75 block">
                    {usedAt ? `usada el ${day(usedAt)}` : `agregada el ${day(createdAt)}, sin usar`}
                  </span>
                </span>
                <span className="flex">
                  <ItemAction
                    label={`Cambiar el nombre de la llave ${name}`}
                    tip="Cambiar nombre"
                    Icon={Pencil}
                    onClick={() => setRenaming({ id, name })}
                  />
                  <ItemAction
                    label={`Quitar la llave ${name}`}
                    tip="Quitar"
                    Icon={Trash2}
                    onClick={() => remove(id, name)}
                    className="text-error"
                  />
                </span>
              </li>
            ))}
          </ul>
        )}
      </Loading>
      {!why && (
        <Button
          label="Agregar llave de acceso"
          className={`btn self-start ${isWanted ? 'btn-primary' : 'btn-sm'}`}
          disabled={isBusy}
          onClick={() => startAdding(add)}
        />
      )}
      {renaming && <RenameDialog passkey={renaming} onClose={() => setRenaming(null)} />}
    </AccountPart>
  )
}

function RenameDialog({ passkey: { id, name }, onClose }: { passkey: { id: string; name: string }; onClose: () => void }) {
  return (
    <FormDialog
      title="Nombre de la llave"
      schema={passkeyNameSchema}
      values={{ name }}
      save={async (values) => {
        await renamePasskey(id, values.name)
        return { kind: 'success', title: 'Nombre cambiado' }
      }}
      failure={failureToast('No se cambió', 'Hubo un problema al cambiar el nombre.')}
      onClose={onClose}
    >
      {(field) => (
        <TextField
          {...field('name', 'Nombre')}
          autoComplete="off"
          required
          hint="Por el que la reconoces, como «Teléfono de Ana»."
        />
      )}
    </FormDialog>
  )
}

const deviceName = () => (/Android|iPhone|iPad/.test(navigator.userAgent) ? 'Teléfono' : 'Computadora')
