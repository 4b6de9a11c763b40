import { answerField } from '../../../data/registrations/answers/answers.ts'
import type { HandRegistration, Merge, Registration, RegistrationChange } from '../../../data/registrations/schema.ts'
import { showToast, type ToastContent } from '../../toast/toast.ts'
import { attempt } from '../calls/attempt.ts'
import { ApiError, api, ok } from '../calls/client.ts'
import { failed, failureToast } from '../calls/messages.ts'
import { $session } from '../calls/session.ts'
import { undoing } from '../calls/undo.ts'
import { ask } from '../dialogs/ask.ts'
import { valuesBefore } from '../forms/drafts/drafts.ts'
import { answersBefore } from './answers.ts'
import {
  changeShown,
  moveToTrash,
  openDetail,
  putChange,
  registrationList,
  reloadRegistrations,
  restoreFromTrash,
} from './registrations.ts'

/** Saves a correction. The toast offers no undo for a first e-mail or a withdrawn consent. */
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
  return { kind: 'success', title: 'Registro agregado', text, action: undoing(() => moveToTrash(added.id)) }
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

type Seat = { status: Registration['status']; isConfirmed: boolean }

/** A person who left the waiting list cannot get their former position back. */
export const canPutBack = ({ status }: Pick<Seat, 'status'>): boolean => status !== 'waitlisted'

/** Cancelling also removes the confirmation, so the undo confirms the registration again. */
export async function putBack(id: string, { status, isConfirmed }: Seat): Promise<void> {
  const changed = await putChange(id, { status })
  if (isConfirmed && changed.status === 'registered') await putChange(id, { isConfirmed })
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
    const text = `${name} ${now[changed.status]}`
    const action = canPutBack(registration) && { action: undoing(() => putBack(id, registration)) }
    showToast({ kind: 'success', title, text, ...action })
  } catch (error) {
    showToast(failureToast('Error al actualizar', 'Hubo un problema al actualizar el registro.')(error))
  }
}

/** If no seat is free, an administrator may give a seat above the limit. */
export async function giveSeat(registration: Registration): Promise<void> {
  const { id, name } = registration
  const give = async (over: boolean) => {
    await takeSeat(id, over)
    const canUndo = over || canPutBack(registration)
    return { title: 'Ya tiene lugar', text: name, ...(canUndo && { action: undoing(() => putBack(id, registration)) }) }
  }
  const isAdmin = $session.get().data?.user?.role === 'admin'
  const giving = { question: `¿Darle de todos modos un lugar a ${name}?`, detail: 'El cupo está lleno.', action: 'Dar lugar' }
  await attempt('No se dio el lugar', () =>
    give(false).catch(async (error) => {
      if (!isAdmin || !(error instanceof ApiError) || error.status !== 409) throw error
      return (await ask(giving)) ? give(true) : undefined
    }),
  )
}

export async function takeSeat(id: string, over: boolean): Promise<void> {
  changeShown(id, await (await ok(api.registrations[':id'].seat.$post({ param: { id }, json: { over } }))).json())
  void registrationList.load()
}

/** Merges `other` into `keptPerson`. The toast offers no undo for a first e-mail or a withdrawn consent. */
export async function merge(keptPerson: Registration, other: Registration, take: Merge['take']): Promise<ToastContent> {
  const json = { keep: keptPerson.id, other: other.id, take }
  const { name } = await (await ok(api.registrations.merge.$post({ json }))).json()
  reloadRegistrations()
  const toast: ToastContent = {
    kind: 'success',
    title: 'Registros unidos',
    text: `${name} está una sola vez. El otro queda en la papelera.`,
  }
  const isLost =
    (take.includes('acceptsMarketing') && keptPerson.acceptsMarketing) || (take.includes('email') && keptPerson.email === '')
  return isLost ? toast : { ...toast, action: undoing(() => takeApart(keptPerson, other, take)) }
}

async function takeApart(keptPerson: Registration, other: Registration, take: Merge['take']): Promise<void> {
  const fields = take.filter((field) => !field.startsWith('answers.'))
  // The answers that the merge changed in `keptPerson`.
  const merged = Object.entries(other.answers).filter(([id]) => take.includes(answerField(id)) || !(id in keptPerson.answers))
  const answers = answersBefore(Object.fromEntries(merged), keptPerson.answers)
  const change: RegistrationChange = {
    ...Object.fromEntries(fields.map((field) => [field, keptPerson[field as keyof Registration]])),
    ...(Object.keys(answers).length > 0 && { answers }),
  }
  if (Object.keys(change).length > 0) await putChange(keptPerson.id, change)
  await restoreFromTrash(other.id)
}
