import { atom } from 'nanostores'
import type { Registration } from '../../../data/registrations/schema.ts'
import { formatCount } from '../../text/format-count.ts'
import { showToast } from '../../toast/toast.ts'
import { attempt } from '../calls/attempt.ts'
import { ApiError, api, ok } from '../calls/client.ts'
import { serverMessage } from '../calls/messages.ts'
import { undoing } from '../calls/undo.ts'
import { $filter, listAll, loadRegistrations } from './registrations.ts'

type Chosen = Pick<Registration, 'id' | 'name' | 'status' | 'isConfirmed'>

/** Who is chosen, by id; null while nobody is choosing. */
export const $selection = atom<ReadonlyMap<string, Chosen> | null>(null)

/** How many the API is given at once to change, so that nobody else waits for long. */
const changedAtOnce = 250

export const startChoosing = () => $selection.set(new Map())
export const stopChoosing = () => $selection.set(null)

export function toggleChosen(registration: Chosen): void {
  const chosen = new Map($selection.get())
  if (!chosen.delete(registration.id)) chosen.set(registration.id, registration)
  $selection.set(chosen)
}

/** Chooses all that the filter leaves, on all pages. */
export async function chooseAll(): Promise<void> {
  const { search, status } = $filter.get()
  await attempt('No se pudo elegir a todos', async () => {
    const people = await listAll({ search, status })
    const chosen = new Map<string, Chosen>()
    for (const { id, name, status, isConfirmed } of people) chosen.set(id, { id, name, status, isConfirmed })
    // Whoever stopped choosing meanwhile is not choosing again.
    if ($selection.get()) $selection.set(chosen)
  })
}

const list = new Intl.ListFormat('es')

/** Up to as many are named, more are counted. */
const namedUpTo = 5

/** How many people, and who they are while they are few. */
export function named(people: readonly Pick<Chosen, 'name'>[]): string {
  if (people.length <= namedUpTo) return list.format(people.map(({ name }) => name))
  return `${formatCount(people.length)} personas`
}

/** What they are now: of one, of some who are named, and of counted 'personas'. */
function standing(people: number, isConfirmed: boolean): string {
  if (people > namedUpTo) return isConfirmed ? 'confirmadas' : 'marcadas como pendientes'
  return `${isConfirmed ? 'confirmado' : 'pendiente'}${people === 1 ? '' : 's'}`
}

/** Those of the chosen whom it changes: who has a place and is not so yet. */
export function changedBy(chosen: Iterable<Chosen>, isConfirmed: boolean): Chosen[] {
  return [...chosen].filter((person) => person.status === 'registered' && person.isConfirmed !== isConfirmed)
}

/** Asks, confirms the chosen or marks them as pending, and says how many. */
export async function confirmChosen(isConfirmed: boolean): Promise<void> {
  const chosen = [...($selection.get()?.values() ?? [])]
  const people = changedBy(chosen, isConfirmed)
  const others = chosen.length - people.length
  const act = isConfirmed ? 'Confirmar' : 'Marcar como pendiente'
  if (people.length === 0) {
    return showToast({ kind: 'error', title: 'Nada que cambiar', text: 'A quienes elegiste no les cambia nada.' })
  }
  const rest =
    others > 0
      ? `\n\n${formatCount(others)} ya ${others === 1 ? 'está así o sin lugar, y no cambia' : 'están así o sin lugar, y no cambian'}.`
      : ''
  if (!window.confirm(`¿${act} a ${named(people)}?${rest}`)) return
  const ids = people.map(({ id }) => id)
  const { done, error } = await send(ids, isConfirmed)
  await loadRegistrations()
  const undo = async () => {
    const { error } = await send(ids.slice(0, done), !isConfirmed)
    await loadRegistrations()
    if (error) throw error
  }
  if (error) {
    const unfit = takeOutUnfit(error)
    const said = serverMessage(error, 'El servidor no respondió.')
    const text = `Se hizo con ${formatCount(done)} de ${formatCount(ids.length)}. ${said}${unfit ? ` Fuera de la selección: ${unfit}.` : ''}`
    return showToast({ kind: 'error', title: 'Error al actualizar', text, ...(done > 0 && { action: undoing(undo) }) })
  }
  stopChoosing()
  showToast({
    kind: 'success',
    title: ids.length === 1 ? 'Registro actualizado' : 'Registros actualizados',
    text: `${named(people)}: ${standing(ids.length, isConfirmed)}.`,
    action: undoing(undo),
  })
}

/** Takes those out of the choice whom the server named as the reason why it refused, and returns who they are; empty for none. */
function takeOutUnfit(error: unknown): string {
  const refused = error instanceof ApiError ? (error.body?.ids ?? []) : []
  const chosen = new Map($selection.get())
  const unfit = refused.flatMap((id) => chosen.get(id) ?? [])
  if (unfit.length === 0) return ''
  for (const { id } of unfit) chosen.delete(id)
  $selection.set(chosen)
  return named(unfit)
}

/** Sends them a part at a time. Returns how many it did, and what stopped it before the end. */
async function send(ids: readonly string[], isConfirmed: boolean): Promise<{ done: number; error?: unknown }> {
  for (let done = 0; done < ids.length; done += changedAtOnce) {
    try {
      await ok(api.registrations.confirm.$post({ json: { ids: ids.slice(done, done + changedAtOnce), isConfirmed } }))
    } catch (error) {
      return { done, error }
    }
  }
  return { done: ids.length }
}
