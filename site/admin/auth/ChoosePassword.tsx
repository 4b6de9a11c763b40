import { type ReactNode, useState } from 'react'
import type { FieldValues, UseFormHandleSubmit } from 'react-hook-form'
import { forgotSchema, resetSchema } from '../../../data/accounts/schema.ts'
import { ApiError, api, ok } from '../calls/client.ts'
import { noAnswer, serverMessage } from '../calls/messages.ts'
import { TextField } from '../forms/TextField.tsx'
import { useSchemaForm } from '../forms/use-schema-form.ts'
import { forgetToken, linkToken, useNewLink } from './link-token.ts'
import { Problem } from './Problem.tsx'
import { passwordHint } from './password-hint.ts'

/** Without a link, it asks for the e-mail to send a link to. */
export function ChoosePassword() {
  const [isDead, setIsDead] = useState(false)
  const isOpen = linkToken() !== '' && !isDead
  useNewLink()

  return (
    <div className="card w-full max-w-md">
      {isOpen ? <NewPassword onDead={() => setIsDead(true)} /> : <Forgotten isDead={isDead} />}
      <a href="/login" className="link self-center">
        Volver a la entrada
      </a>
    </div>
  )
}

function NewPassword({ onDead }: { onDead: () => void }) {
  const { form, showRefused } = useSchemaForm(resetSchema, { token: linkToken(), password: '' })
  const [problem, setProblem] = useState('')
  const [isDone, setIsDone] = useState(false)

  async function choose(json: { token: string; password: string }) {
    setProblem('')
    try {
      await ok(api.auth.reset.$post({ json }))
      forgetToken()
      setIsDone(true)
    } catch (error) {
      if (error instanceof ApiError && error.body?.fields?.token) return onDead()
      showRefused(error)
      if (!(error instanceof ApiError && error.body?.fields)) setProblem(serverMessage(error, noAnswer))
    }
  }

  if (isDone)
    return (
      <Done title="Contraseña elegida">
        <p>Ya puedes entrar con ella. Tus sesiones en otros dispositivos se cerraron.</p>
        <a href="/login" className="btn btn-primary">
          Iniciar Sesión
        </a>
      </Done>
    )
  return (
    <Form
      title="Elige tu contraseña"
      problem={problem}
      button={form.formState.isSubmitting ? 'Guardando...' : 'Guardar contraseña'}
      isBusy={form.formState.isSubmitting}
      onSubmit={form.handleSubmit(choose)}
    >
      <TextField
        control={form.control}
        name="password"
        label="Contraseña nueva"
        type="password"
        autoComplete="new-password"
        required
        hint={passwordHint}
      />
    </Form>
  )
}

function Forgotten({ isDead }: { isDead: boolean }) {
  const { form } = useSchemaForm(forgotSchema, { email: '' })
  const [problem, setProblem] = useState(isDead ? 'Este enlace ya no sirve: se usó o venció. Pide otro.' : '')
  const [sentTo, setSentTo] = useState('')

  async function ask(json: { email: string }) {
    setProblem('')
    try {
      await ok(api.auth.forgot.$post({ json }))
      setSentTo(json.email)
    } catch (error) {
      setProblem(serverMessage(error, noAnswer))
    }
  }

  if (sentTo)
    return (
      <Done title="Revisa tu correo">
        <p className="wrap-anywhere">
          Si {sentTo} tiene una cuenta, en unos minutos llega un enlace para elegir otra contraseña. Sirve durante 30 minutos.
        </p>
        <p className="text-base-content/75">¿No llega? Pide a un administrador que te dé un enlace.</p>
      </Done>
    )
  return (
    <Form
      title="¿Olvidaste tu contraseña?"
      problem={problem}
      button={form.formState.isSubmitting ? 'Enviando...' : 'Enviar enlace'}
      isBusy={form.formState.isSubmitting}
      onSubmit={form.handleSubmit(ask)}
    >
      <p>Escribe tu email y te mandamos un enlace para elegir otra.</p>
      <TextField control={form.control} name="email" label="Email" type="email" autoComplete="username" required />
    </Form>
  )
}

type FormProps = {
  title: string
  problem: string
  button: string
  isBusy: boolean
  onSubmit: ReturnType<UseFormHandleSubmit<FieldValues>>
  children: ReactNode
}

function Form({ title, problem, button, isBusy, onSubmit, children }: FormProps) {
  return (
    <form onSubmit={onSubmit} noValidate className="flex flex-col gap-5">
      <h1 className="font-display text-3xl font-bold">{title}</h1>
      {problem && <Problem text={problem} />}
      {children}
      <button type="submit" className="btn btn-primary" disabled={isBusy}>
        {button}
      </button>
    </form>
  )
}

function Done({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div role="status" className="flex flex-col gap-4">
      <h1 className="font-display text-3xl font-bold">{title}</h1>
      {children}
    </div>
  )
}
