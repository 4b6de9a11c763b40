import { useEffect, useState } from 'react'
import { z } from 'zod'
import { ApiError } from '../calls/client.ts'
import { noAnswer, serverMessage } from '../calls/messages.ts'
import { Dialog } from '../dialogs/Dialog.tsx'
import { DialogActions } from '../dialogs/DialogActions.tsx'
import { TextField } from '../forms/TextField.tsx'
import { useSchemaForm } from '../forms/use-schema-form.ts'
import { ButtonLink } from '../ui/Button.tsx'
import { beginCodes, confirmCodes } from './access.ts'
import { Problem } from './Problem.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'

const schema = z.strictObject({ code: z.string().trim().min(1, 'Escribe el código') })

export function CodesDialog({ onClose }: { onClose: () => void }) {
  const [setup, setSetup] = useState<Awaited<ReturnType<typeof beginCodes>> | null>(null)
  const [recoveryCodes, setRecoveryCodes] = useState<string[] | null>(null)
  const [problem, setProblem] = useState('')
  const { form, showRefused } = useSchemaForm(schema, { code: '' })

  useEffect(() => {
    beginCodes().then(setSetup, (error: unknown) =>
      setProblem(serverMessage(error, 'Hubo un problema al empezar. Vuelve a intentarlo.')),
    )
  }, [])

  async function confirm({ code }: { code: string }) {
    try {
      setRecoveryCodes(await confirmCodes(code))
    } catch (error) {
      showRefused(error)
      if (!(error instanceof ApiError)) setProblem(noAnswer)
    }
  }

  if (recoveryCodes) return <RecoveryCodes codes={recoveryCodes} onClose={onClose} />
  return (
    <Dialog title="Agregar aplicación de códigos" onClose={onClose}>
      <form onSubmit={form.handleSubmit(confirm)} noValidate className="flex flex-col gap-5">
        {problem && <Problem text={problem} />}
        <p>
          Escanea el código con tu aplicación (Google Authenticator, Aegis, tu gestor de contraseñas…) y escribe el número que
          muestra.
        </p>
        {setup && (
          <>
            <img src={setup.picture} alt="Código para tu aplicación" className="mx-auto size-48 rounded-box bg-white" />
            <p className="text-sm">
              ¿No puedes escanear? Escribe esta clave: <code className="wrap-anywhere font-mono">{setup.secret}</code>
            </p>
            <ButtonLink
              label="Abrir en la aplicación de este teléfono"
              className="btn btn-sm self-start pointer-fine:hidden"
              href={setup.url}
            />
          </>
        )}
        <TextField control={form.control} name="code" label="Código" autoComplete="one-time-code" required />
        <DialogActions label="Confirmar" isBusy={form.formState.isSubmitting || !setup} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
