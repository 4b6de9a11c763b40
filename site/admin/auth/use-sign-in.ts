import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { loginSchema } from '../../../data/accounts/schema.ts'
import type { Credentials, SignInProblem } from '../calls/session.ts'

/** A sign-in form that begins with this e-mail. What went wrong stands at it; a code is asked for when one is missing. */
export function useSignIn(email: string, send: (credentials: Credentials) => Promise<SignInProblem | null>) {
  const { control, handleSubmit, setFocus, formState } = useForm<Credentials>({
    resolver: zodResolver(loginSchema),
    defaultValues: { email, password: '' },
  })
  const [asksForCode, setAsksForCode] = useState(false)
  const [problem, setProblem] = useState('')

  // One goes on typing there, and hears that it is asked for.
  useEffect(() => {
    if (asksForCode) setFocus('code')
  }, [asksForCode, setFocus])

  function fail({ text, asksForCode: isMissing }: SignInProblem) {
    // The first time nothing is wrong yet: there is one more field.
    setProblem(isMissing && !asksForCode ? '' : text)
    setAsksForCode(isMissing || asksForCode)
  }

  const submit = handleSubmit(async (credentials) => {
    setProblem('')
    const failed = await send(credentials)
    if (failed) fail(failed)
  })
  return { control, submit, problem, asksForCode, isBusy: formState.isSubmitting, fail, setFocus }
}
