import { useState } from 'react'
import { ApiError, api, ok } from '../calls/client.ts'
import { noAnswer, serverMessage } from '../calls/messages.ts'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { forgetToken, linkToken, useNewLink } from './link-token.ts'
import { Problem } from './Problem.tsx'

/** Opening a mailed link changes nothing. Only the button on this page confirms the new e-mail address. */
export function ConfirmEmail() {
  const [state, setState] = useState<'asking' | 'busy' | 'done' | 'dead'>('asking')
  const [problem, setProblem] = useState('')
  useNewLink()

  async function confirm() {
    setProblem('')
    setState('busy')
    try {
      await ok(api.auth.email.confirm.$post({ json: { token: linkToken() } }))
      forgetToken()
      setState('done')
    } catch (error) {
      const refusal = error instanceof ApiError ? error.body?.fields?.token : undefined
      setProblem(refusal ?? serverMessage(error, noAnswer))
      setState(refusal ? 'dead' : 'asking')
    }
  }

  if (state === 'done')
    return (
      <div className="card w-full max-w-md" role="status">
        <h1 className="font-display text-3xl font-bold">Email confirmado</h1>
        <p>Desde ahora entras con él.</p>
        <ButtonLink label="Abrir el panel" href="/admin" className="btn btn-primary" />
      </div>
    )
  return (
    <div className="card w-full max-w-md">
      <h1 className="font-display text-3xl font-bold">Confirma tu correo</h1>
      {problem && <Problem text={problem} />}
      {!problem && <p>Al confirmar, entras al panel con esta dirección en lugar de la de antes.</p>}
      {state === 'dead' ? (
        <ButtonLink label="Abrir el panel" href="/admin" className="btn btn-primary" />
      ) : (
        <Button
          label={state === 'busy' ? 'Confirmando...' : 'Confirmar email'}
          className="btn btn-primary"
          disabled={state === 'busy'}
          onClick={confirm}
        />
      )}
      <a href="/" className="link self-center">
        Volver al sitio principal
      </a>
    </div>
  )
}
