import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { loginSchema } from '../../../data/accounts/schema.ts'
import { hideToast, showToast } from '../../toast/toast.ts'
import type { Credentials, SignInProblem } from '../calls/session.ts'

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
    // The first response that asks for a code is no error, so it shows no toast.
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
