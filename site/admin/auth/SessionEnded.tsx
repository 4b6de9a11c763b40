import { zodResolver } from '@hookform/resolvers/zod'
import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { loginSchema } from '../../../data/accounts/schema.ts'
import { type Credentials, signInAgain } from '../calls/session.ts'
import { $isAskingToSignIn, answerSignIn } from '../calls/session-end.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { DialogActions } from '../ui/DialogActions.tsx'
import { useAuth } from './AuthProvider.tsx'
import { CredentialFields } from './CredentialFields.tsx'

/** Asks for the password again when the session ended, over whatever is on the screen. */
export function SessionEnded() {
  return useStore($isAskingToSignIn) ? <SignInAgain /> : null
}

function SignInAgain() {
  const { user } = useAuth()
  const { control, handleSubmit, setFocus, setError, formState } = useForm<Credentials>({
    resolver: zodResolver(loginSchema),
    defaultValues: { email: user?.email ?? '', password: '' },
  })

  // The e-mail is there already; a dialog would begin at its cross.
  useEffect(() => setFocus('password'), [setFocus])

  async function signIn(credentials: Credentials) {
    const message = await signInAgain(credentials)
    if (message) setError('root', { message })
  }

  return (
    <Dialog title="Tu sesión terminó" onClose={() => answerSignIn(false)}>
      <form onSubmit={handleSubmit(signIn)} noValidate className="flex flex-col gap-5">
        <p>Lo que escribiste sigue aquí. Inicia sesión y se enviará.</p>
        {/* Not a toast: behind an open dialog it could not be reached. */}
        {formState.errors.root && (
          <div role="alert" className="alert alert-error items-start">
            <div>
              <p className="font-bold">Error de autenticación</p>
              <p className="text-sm">{formState.errors.root.message}</p>
            </div>
          </div>
        )}
        <CredentialFields control={control} />
        <DialogActions
          label={formState.isSubmitting ? 'Iniciando sesión...' : 'Iniciar Sesión'}
          isBusy={formState.isSubmitting}
          cancelLabel="Ahora no"
          onCancel={() => answerSignIn(false)}
        />
      </form>
    </Dialog>
  )
}
