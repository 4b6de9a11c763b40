import { type ReactNode, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import type { z } from 'zod'
import { forgotSchema, resetSchema } from '../../../data/accounts/schema.ts'
import { ApiError, api, ok } from '../calls/client.ts'
import { noAnswer, serverMessage } from '../calls/messages.ts'
import type { FieldOf } from '../forms/field-props.ts'
import { TextField } from '../forms/TextField.tsx'
import { useSchemaForm } from '../forms/use-schema-form.ts'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { forgetToken, linkToken, useNewLink } from './link-token.ts'
import { NewPasswordField } from './NewPasswordField.tsx'
import { Problem } from './Problem.tsx'

export function ChoosePassword() {
  const [isLinkDead, setIsLinkDead] = useState(false)
  const hasLink = linkToken() !== '' && !isLinkDead
  useNewLink()

  return (
    <div className="card w-full max-w-md">
      {hasLink ? <NewPassword onDeadLink={() => setIsLinkDead(true)} /> : <Forgotten isLinkDead={isLinkDead} />}
      <a href="/login" className="link self-center">
        Volver a la entrada
      </a>
    </div>
  )
}

function NewPassword({ onDeadLink }: { onDeadLink: () => void }) {
  const [isDone, setIsDone] = useState(false)

  async function choose(json: { token: string; password: string }) {
    try {
      const { isSignedIn, role } = await (await ok(api.auth.reset.$post({ json }))).json()
      forgetToken()
      if (isSignedIn) location.assign(role === 'door' ? '/puerta' : '/admin')
      else setIsDone(true)
    } catch (error) {
      if (!(error instanceof ApiError && error.body?.fields?.token)) throw error
      onDeadLink()
    }
  }

  if (isDone)
    return (
      <Done title="Contraseña elegida">
        <p>Ya puedes entrar con ella. Tus sesiones en otros dispositivos se cerraron.</p>
        <ButtonLink label="Iniciar Sesión" href="/login" className="btn btn-primary" />
      </Done>
    )
  return (
    <Form
      title="Elige tu contraseña"
      schema={resetSchema}
      values={{ token: linkToken(), password: '' }}
      submit={{ label: 'Guardar contraseña', busy: 'Guardando...' }}
      send={choose}
    >
      {(field) => <NewPasswordField {...field('password', 'Contraseña nueva')} />}
    </Form>
  )
}

function Forgotten({ isLinkDead }: { isLinkDead: boolean }) {
  const [sentTo, setSentTo] = useState('')

  async function send(json: { email: string }) {
    await ok(api.auth.forgot.$post({ json }))
    setSentTo(json.email)
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
      schema={forgotSchema}
      values={{ email: '' }}
      problemBefore={isLinkDead ? 'Este enlace ya no sirve: se usó o venció. Pide otro.' : ''}
      submit={{ label: 'Enviar enlace', busy: 'Enviando...' }}
      send={send}
    >
      {(field) => (
        <>
          <p>Escribe tu correo y te mandamos un enlace para elegir otra.</p>
          <TextField {...field('email', 'Email')} type="email" autoComplete="username" required />
        </>
      )}
    </Form>
  )
}

type FormProps<T extends FieldValues> = {
  title: string
  schema: z.ZodType
  values: T
  problemBefore?: string
  submit: { label: string; busy: string }
  send: (values: T) => Promise<void>
  children: (field: FieldOf<T>) => ReactNode
}

function Form<T extends FieldValues>({ title, schema, values, problemBefore = '', submit, send, children }: FormProps<T>) {
  const { form, showRefused } = useSchemaForm(schema, values)
  const [problem, setProblem] = useState(problemBefore)
  const { isSubmitting } = form.formState

  async function trySending(valid: T) {
    setProblem('')
    try {
      await send(valid)
    } catch (error) {
      showRefused(error)
      if (!(error instanceof ApiError && error.body?.fields)) setProblem(serverMessage(error, noAnswer))
    }
  }

  return (
    <form onSubmit={form.handleSubmit(trySending)} noValidate className="flex flex-col gap-5">
      <h1 className="font-display text-3xl font-bold">{title}</h1>
      {problem && <Problem text={problem} />}
      {children((name, label) => ({ control: form.control, name, label }))}
      <Button
        label={isSubmitting ? submit.busy : submit.label}
        type="submit"
        className="btn btn-primary"
        disabled={isSubmitting}
      />
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
