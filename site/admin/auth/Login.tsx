import { useEffect } from 'react'
import { Toaster } from '../../toast/Toaster.tsx'
import { signIn, signInWithPasskey } from '../calls/session.ts'
import { Button } from '../ui/Button.tsx'
import { CredentialFields } from './CredentialFields.tsx'
import { PasskeyButton } from './PasskeyButton.tsx'
import { whyNoPasskeys } from './passkeys.ts'
import { useSignIn } from './use-sign-in.ts'

export function Login() {
  const { control, submit, asksForCode, isBusy, fail } = useSignIn('', signIn)

  // Lets the browser suggest passkeys in the e-mail field.
  useEffect(() => {
    if (!whyNoPasskeys()) void signInWithPasskey({ isOffered: true })
  }, [])

  return (
    <>
      <form onSubmit={submit} noValidate className="card w-full max-w-md">
        <h1 className="font-display text-3xl font-bold">Panel de Administración</h1>
        <CredentialFields control={control} asksForCode={asksForCode} />
        <Button
          label={isBusy ? 'Iniciando sesión...' : 'Iniciar Sesión'}
          type="submit"
          className="btn btn-primary"
          disabled={isBusy}
        />
        <PasskeyButton signIn={() => signInWithPasskey()} onFailed={fail} />
        <a href="/clave" className="link self-center">
          ¿Olvidaste tu contraseña?
        </a>
        <a href="/" className="link self-center">
          Volver al sitio principal
        </a>
      </form>
      <Toaster />
    </>
  )
}
