import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { signInAgain, signInAgainWithPasskey } from '../calls/session.ts'
import { $askingToSignIn, answerSignIn, type Reason } from '../calls/session-end.ts'
import { Dialog } from '../dialogs/Dialog.tsx'
import { DialogActions } from '../dialogs/DialogActions.tsx'
import { CredentialFields } from './CredentialFields.tsx'
import { PasskeyButton } from './PasskeyButton.tsx'
import { useSignIn } from './use-sign-in.ts'
import { useUser } from './use-user.ts'

/** Asks to sign in over the open screen, because the session ended or a change needs a recent sign-in. */
export function SessionEnded() {
  const reason = useStore($askingToSignIn)
  return reason && <SignInAgain reason={reason} />
}

const words: Record<Reason, { title: string; text: string }> = {
  ended: { title: 'Tu sesión terminó', text: 'Lo que escribiste sigue aquí. Inicia sesión y se enviará.' },
  confirm: {
    title: 'Confirma que eres tú',
    text: 'Este cambio decide quién entra al panel y cómo, y entraste hace más de media hora. Inicia sesión y se hará.',
  },
}

function SignInAgain({ reason }: { reason: Reason }) {
  const user = useUser()
  const { control, submit, asksForCode, isBusy, setFocus, fail } = useSignIn(user?.email ?? '', signInAgain)

  // By default, the dialog would focus its close button. The e-mail is filled in, so typing begins at the password.
  useEffect(() => setFocus('password'), [setFocus])

  return (
    <Dialog title={words[reason].title} onClose={() => answerSignIn(false)}>
      <form onSubmit={submit} noValidate className="flex flex-col gap-5">
        <p>{words[reason].text}</p>
        <CredentialFields control={control} asksForCode={asksForCode} />
        <PasskeyButton signIn={signInAgainWithPasskey} onFailed={fail} />
        <DialogActions
          label={isBusy ? 'Iniciando sesión...' : 'Iniciar Sesión'}
          isBusy={isBusy}
          cancelLabel="Ahora no"
          onCancel={() => answerSignIn(false)}
        />
      </form>
    </Dialog>
  )
}
