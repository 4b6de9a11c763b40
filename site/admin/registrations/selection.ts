import { atom } from 'nanostores'
import { limits } from '../../../data/limits.ts'
import type { Registration } from '../../../data/registrations/schema.ts'
import { formatCount } from '../../text/format-count.ts'
import { showToast } from '../../toast/toast.ts'
import { attempt } from '../calls/attempt.ts'
import { ApiError, api, ok } from '../calls/client.ts'
import { serverMessage } from '../calls/messages.ts'
import { saveFile } from '../calls/save-file.ts'
import { undoing } from '../calls/undo.ts'
import { ask } from '../dialogs/ask.ts'
import { $filter, listAll, registrationList } from './registrations.ts'

type Chosen = Pick<Registration, 'id' | 'name' | 'status' | 'isConfirmed'>

/** Chosen people by id. Null while the user is not choosing. */
export const $selection = atom<ReadonlyMap<string, Registration> | null>(null)

/** Maximum number of people in a request, so that no request blocks other requests for long. */
const maxChangedCount = 250

export const startChoosing = () => $selection.set(new Map())
export const stopChoosing = () => $selection.set(null)

export function toggleChosen(registration: Registration): void {
  const chosen = new Map($selection.get())
  if (!chosen.delete(registration.id)) chosen.set(registration.id, registration)
  $selection.set(chosen)
}

export async function chooseAll(): Promise<void> {
  const { search, status, answer } = $filter.get()
  await attempt('No se pudo elegir a todos', async () => {
    const people = await listAll({ search, status, answer })
    const chosen = new Map(people.map((person) => [person.id, person]))
    // The user may have stopped choosing in the meantime.
    if ($selection.get()) $selection.set(chosen)
  })
}

const list = new Intl.ListFormat('es')

const maxNamesCount = 5

export function namesOrCount(people: readonly Pick<Chosen, 'name'>[]): string {
  if (people.length <= maxNamesCount) return list.format(people.map(({ name }) => name))
  return `${formatCount(people.length)} personas`
}

function stateInWords(people: number, isConfirmed: boolean): string {
  if (people > maxNamesCount) return isConfirmed ? 'confirmadas' : 'marcadas como pendientes'
  return `${isConfirmed ? 'confirmado' : 'pendiente'}${people === 1 ? '' : 's'}`
}

export function changedBy(chosen: Iterable<Chosen>, isConfirmed: boolean): Chosen[] {
  return [...chosen].filter((person) => person.status === 'registered' && person.isConfirmed !== isConfirmed)
}

export async function confirmChosen(isConfirmed: boolean): Promise<void> {
  const chosen = [...($selection.get()?.values() ?? [])]
  const people = changedBy(chosen, isConfirmed)
  const others = chosen.length - people.length
  const act = isConfirmed ? 'Confirmar' : 'Marcar como pendiente'
  if (people.length === 0) {
    return showToast({ kind: 'error', title: 'Nada que cambiar', text: 'A quienes elegiste no les cambia nada.' })
  }
  const rest = `${formatCount(others)} ya ${others === 1 ? 'está así o sin lugar, y no cambia' : 'están así o sin lugar, y no cambian'}.`
  const question = `¿${act} a ${namesOrCount(people)}?`
  if (!(await ask({ question, action: act, ...(others > 0 && { detail: rest }) }))) return
  const ids = people.map(({ id }) => id)
  const { done, error } = await send(ids, isConfirmed)
  await registrationList.load()
  const undo = async () => {
    const { error } = await send(ids.slice(0, done), !isConfirmed)
    await registrationList.load()
    if (error) throw error
  }
  if (error) {
    const unfit = takeOutUnfit(error)
    const message = serverMessage(error, 'El servidor no respondió.')
    const text = `Se hizo con ${formatCount(done)} de ${formatCount(ids.length)}. ${message}${unfit ? ` Fuera de la selección: ${unfit}.` : ''}`
    return showToast({ kind: 'error', title: 'Error al actualizar', text, ...(done > 0 && { action: undoing(undo) }) })
  }
  stopChoosing()
  showToast({
    kind: 'success',
    title: ids.length === 1 ? 'Registro actualizado' : 'Registros actualizados',
    text: `${namesOrCount(people)}: ${stateInWords(ids.length, isConfirmed)}.`,
    action: undoing(undo),
  })
}

/** Returns true, and shows a toast, if `people` is more than one mail or one export may include. */
export function isTooMany(people: number): boolean {
  if (people <= limits.listed) return false
  const text = `Elige como máximo ${formatCount(limits.listed)} personas, o usa la lista o el grupo completo.`
  showToast({ kind: 'error', title: 'Son demasiadas personas', text })
  return true
}

export async function exportChosen(): Promise<void> {
  const ids = [...($selection.get()?.keys() ?? [])]
  if (isTooMany(ids.length)) return
  await attempt('No se descargó', async () => {
    await saveFile(await ok(api.registrations.export.$post({ json: { ids } })))
    return undefined
  })
}

function takeOutUnfit(error: unknown): string {
  const refused = error instanceof ApiError ? (error.body?.ids ?? []) : []
  const chosen = new Map($selection.get())
  const unfit = refused.flatMap((id) => chosen.get(id) ?? [])
  if (unfit.length === 0) return ''
  for (const { id } of unfit) chosen.delete(id)
  $selection.set(chosen)
  return namesOrCount(unfit)
}

async function send(ids: readonly string[], isConfirmed: boolean): Promise<{ done: number; error?: unknown }> {
  for (let done = 0; done < ids.length; done += maxChangedCount) {
    try {
      await ok(api.registrations.confirm.$post({ json: { ids: ids.slice(done, done + maxChangedCount), isConfirmed } }))
    } catch (error) {
      return { done, error }
    }
  }
  return { done: ids.length }
}
