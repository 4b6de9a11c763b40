import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { loginSchema } from '../../../data/accounts/schema.ts'
import { Toaster } from '../../toast/Toaster.tsx'
import { signIn } from '../calls/session.ts'
import { CredentialFields } from './CredentialFields.tsx'

/** The sign-in form. */
export function Login() {
  const { control, handleSubmit, formState } = useForm({
    resolver: zodResolver(loginSchema),
    defaultValues: { email: '', password: '' },
  })

  return (
    <>
      <form onSubmit={handleSubmit(signIn)} noValidate className="card w-full max-w-md">
        <h1 className="font-display text-3xl font-bold">Panel de Administración</h1>
        <CredentialFields control={control} />
        <button type="submit" className="btn btn-primary" disabled={formState.isSubmitting}>
          {formState.isSubmitting ? 'Iniciando sesión...' : 'Iniciar Sesión'}
        </button>
        <a href="/" className="link self-center">
          Volver al sitio principal
        </a>
      </form>
      <Toaster />
    </>
  )
}
