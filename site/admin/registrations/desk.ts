import type { HandRegistration, Merge, Registration, RegistrationChange } from '../../../data/registrations/schema.ts'
import { showToast, type ToastContent } from '../../toast/toast.ts'
import { attempt } from '../calls/attempt.ts'
import { ApiError, api, ok } from '../calls/client.ts'
import { failed, failureToast } from '../calls/messages.ts'
import { $session } from '../calls/session.ts'
import { undoing } from '../calls/undo.ts'
import { valuesBefore } from '../forms/drafts.ts'
import { answersBefore } from './answers.ts'
import { changeShown, openDetail, putChange, registrationList, reloadRegistrations } from './registrations.ts'

/** A first e-mail and a withdrawn consent cannot be undone. */
export async function correct(before: Registration, change: RegistrationChange): Promise<ToastContent> {
  const saved = await putChange(before.id, change)
  const toast = corrected(saved)
  if (change.acceptsMarketing === false || (change.email && before.email === '')) return toast
  return { ...toast, action: undoing(() => putChange(saved.id, changeBack(change, before))) }
}

function changeBack({ answers, ...fields }: RegistrationChange, before: Registration): RegistrationChange {
  const { answers: stored, ...others } = before
  const back = valuesBefore<RegistrationChange>(fields, others)
  return answers ? { ...back, answers: answersBefore(answers, stored) } : back
}

export const corrected = ({ name }: Registration): ToastContent => ({
  kind: 'success',
  title: 'Registro actualizado',
  text: name,
})

export async function addByHand(registration: HandRegistration): Promise<ToastContent> {
  const added = await (await ok(api.registrations['by-hand'].$post({ json: registration }))).json()
  reloadRegistrations()
  const text = `${added.name} ${added.status === 'registered' ? 'tiene lugar.' : 'quedó al final de la lista de espera.'}`
  return { kind: 'success', title: 'Registro agregado', text }
}

export function refusal(verb: 'crear' | 'actualizar', email: string, error: unknown): ToastContent {
  const id = error instanceof ApiError && error.status === 409 ? error.body?.id : undefined
  const action = id ? { label: 'Ver ese registro', run: () => openOther(id, email) } : undefined
  return { ...failed('registro', verb, error), action }
}

async function openOther(id: string, email: string): Promise<void> {
  await attempt('No se abrió', async () => {
    const matches = await (await ok(api.registrations.$get({ query: { search: email } }))).json()
    openDetail(matches.find((registration) => registration.id === id) ?? null)
  })
}

export async function setStatus(registration: Registration, status: 'registered' | 'cancelled'): Promise<void> {
  const { id, name } = registration
  try {
    const changed = await putChange(id, { status })
    const now = {
      registered: 'tiene su lugar otra vez.',
      waitlisted: 'quedó al final de la lista de espera.',
      cancelled: 'ya no viene.',
    }
    const title = status === 'cancelled' ? 'Registro cancelado' : 'Registro reactivado'
    showToast({ kind: 'success', title, text: `${name} ${now[changed.status]}` })
  } catch (error) {
    showToast(failureToast('Error al actualizar', 'Hubo un problema al actualizar el registro.')(error))
  }
}

/** If no seat is free, an administrator may give one above the limit. */
export async function giveSeat({ id, name }: Registration): Promise<void> {
  const give = async (over: boolean) => {
    const seated = await (await ok(api.registrations[':id'].seat.$post({ param: { id }, json: { over } }))).json()
    changeShown(id, seated)
    void registrationList.load()
    return { title: 'Lugar dado', text: `${name} tiene lugar.` }
  }
  const isAdmin = $session.get().data?.user?.role === 'admin'
  const question = `Todos los lugares están ocupados. ¿Dar a ${name} uno más de los que hay?`
  await attempt('No se dio el lugar', () =>
    give(false).catch((error) => {
      if (!isAdmin || !(error instanceof ApiError) || error.status !== 409) throw error
      return window.confirm(question) ? give(true) : undefined
    }),
  )
}

export async function merge(choice: Merge): Promise<Registration> {
  const merged = await (await ok(api.registrations.merge.$post({ json: choice }))).json()
  void registrationList.load()
  return merged
}
