import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { loginSchema } from '../../../data/accounts/schema.ts'
import { hideToast, showToast } from '../../toast/toast.ts'
import type { Credentials, SignInProblem } from '../calls/session.ts'

/** State of a sign-in form. A problem that `send` returns is shown as a toast. If a code is missing, the form asks for it. */
export function useSignIn(email: string, send: (credentials: Credentials) => Promise<SignInProblem | null>) {
  const { control, handleSubmit, setFocus, formState } = useForm<Credentials>({
    resolver: zodResolver(loginSchema),
    defaultValues: { email, password: '' },
  })
  const [asksForCode, setAsksForCode] = useState(false)

  // The focus moves to the code field when it appears, so that screen readers announce it.
  useEffect(() => {
    if (asksForCode) setFocus('code')
  }, [asksForCode, setFocus])

  function fail({ text, asksForCode: isMissing }: SignInProblem) {
    // The server's first request for a code is not an error.
    if (!isMissing || asksForCode) showToast({ kind: 'error', title: 'Error de autenticación', text })
    setAsksForCode(isMissing || asksForCode)
  }

  const submit = handleSubmit(async (credentials) => {
    hideToast()
    const problem = await send(credentials)
    if (problem) fail(problem)
  })
  return { control, submit, asksForCode, isBusy: formState.isSubmitting, fail, setFocus }
}
