import { atom, computed } from 'nanostores'
import type { DayCount } from '../../../data/registrations/days.ts'
import type { RegistrationCounts } from '../../../data/registrations/registrations.ts'
import type { Registration, RegistrationChange, RegistrationFilter } from '../../../data/registrations/schema.ts'
import { showToast } from '../../toast/toast.ts'
import { api, ok } from '../calls/client.ts'
import { createLoaded, reload } from '../calls/loaded.ts'
import { failed } from '../calls/messages.ts'
import { countsOf, pageQuery } from '../calls/paging.ts'
import { undoing } from '../calls/undo.ts'
import { similarPairs } from './doubles/similar-registrations.ts'

export type Status = NonNullable<RegistrationFilter['status']>
export type Sort = NonNullable<RegistrationFilter['sort']>
type Order = 'asc' | 'desc'

/** An empty `answer.text` selects people without an answer. Without `order`, dates begin with the latest and other columns with A. */
type Filter = {
  search: string
  status: Status
  sort: Sort
  order?: Order | undefined
  page: number
  answer: { question: string; text: string } | null
}

/** Pages count from 0. */
export const $filter = atom<Filter>({ search: '', status: 'all', sort: 'date', page: 0, answer: null })

const answerQuery = (answer: Filter['answer']): object => (answer ? { [`answer.${answer.question}`]: answer.text } : {})

export const $exportUrls = computed($filter, ({ search, status, answer }) => {
  const query = new URLSearchParams({ search, status, ...answerQuery(answer) })
  return { csv: `/api/registrations/export?${query}`, xlsx: `/api/registrations/export.xlsx?${query}` }
})

type Page = { registrations: Registration[]; counts: RegistrationCounts; filter: Filter }

export const registrationList = createLoaded<Page>(async () => {
  const filter = $filter.get()
  const { page, answer, order, ...query } = filter
  const response = await ok(
    api.registrations.$get({ query: { ...query, ...(order && { order }), ...answerQuery(answer), ...pageQuery(page) } }),
  )
  return { registrations: await response.json(), counts: countsOf(response), filter }
})

export const registrationDays = createLoaded<DayCount[]>(async () => (await ok(api.registrations.days.$get())).json())

export function reloadRegistrations(): void {
  void registrationList.load()
  void registrationDays.load()
  reload(similarPairs)
}

const refreshIntervalMs = 8_000

/** Loads the list every few seconds, because at the event several people change it. Returns a function that stops the polling. */
export function pollRegistrations(): () => void {
  const timer = setInterval(() => {
    if (document.visibilityState === 'visible' && registrationList.$loaded.get().data) void registrationList.refresh()
  }, refreshIntervalMs)
  return () => clearInterval(timer)
}

/** Largest page of registrations that the API returns. */
const maxListedCount = 1000

export async function listAll({
  answer = null,
  ...filter
}: Pick<Filter, 'search' | 'status'> & { sort?: Sort; answer?: Filter['answer'] }): Promise<Registration[]> {
  const people: Registration[] = []
  for (let offset = 0; ; offset += maxListedCount) {
    const query = { ...filter, ...answerQuery(answer), limit: String(maxListedCount), offset: String(offset) }
    const response = await ok(api.registrations.$get({ query }))
    people.push(...(await response.json()))
    if (offset + maxListedCount >= countsOf(response).matching) return people
  }
}

export function setFilter(change: Partial<Filter>): void {
  $filter.set({ ...$filter.get(), page: 0, ...change })
  void registrationList.load()
}

export const orderOf = ({ sort, order = sort === 'date' ? 'desc' : 'asc' }: Pick<Filter, 'sort' | 'order'>): Order => order

/** If the list is already sorted by this column, reverses the order. */
export function sortBy(sort: Sort): void {
  const present = $filter.get()
  const reversed = orderOf(present) === 'asc' ? 'desc' : 'asc'
  setFilter({ sort, order: present.sort === sort ? reversed : undefined })
}

export async function putChange(id: string, change: RegistrationChange): Promise<Registration> {
  const changed = await (await ok(api.registrations[':id'].$put({ param: { id }, json: change }))).json()
  changeShown(id, changed)
  void registrationList.load()
  return changed
}

export const $opened = atom<Registration | null>(null)

export const openDetail = (registration: Registration | null) => $opened.set(registration)

export function changeShown(id: string, change: Partial<Registration>): void {
  const opened = $opened.get()
  if (opened?.id === id) openDetail({ ...opened, ...change })
  registrationList.change((page) => ({
    ...page,
    registrations: page.registrations.map((registration) =>
      registration.id === id ? { ...registration, ...change } : registration,
    ),
  }))
}

export async function setConfirmed(id: string, isConfirmed: boolean): Promise<void> {
  try {
    const changed = await putChange(id, { isConfirmed })
    const action = undoing(() => putChange(id, { isConfirmed: !isConfirmed }))
    showToast({ kind: 'success', title: 'Registro actualizado', text: nameAndState(changed), action })
  } catch (error) {
    showToast(failed('registro', 'actualizar', error))
  }
}

/** Throws ApiError. */
export async function moveToTrash(id: string): Promise<void> {
  await ok(api.registrations[':id'].$delete({ param: { id } }))
  reloadRegistrations()
}

export async function removeRegistration({ id, name }: Registration): Promise<void> {
  try {
    await ok(api.registrations[':id'].$delete({ param: { id } }))
    registrationList.change((page) => ({ ...page, registrations: page.registrations.filter((other) => other.id !== id) }))
    const { page } = $filter.get()
    if (page > 0 && registrationList.$loaded.get().data?.registrations.length === 0) setFilter({ page: page - 1 })
    reloadRegistrations()
    const text = `${name} queda 30 días en la papelera.`
    showToast({ kind: 'success', title: 'Registro eliminado', text, action: undoing(() => restoreFromTrash(id)), stays: true })
  } catch (error) {
    showToast(failed('registro', 'eliminar', error))
  }
}

/** Throws ApiError, 409 if somebody registered with the e-mail in the meantime. */
export async function restoreFromTrash(id: string): Promise<void> {
  await ok(api.trash[':id'].restore.$post({ param: { id } }))
  reloadRegistrations()
}

export const nameAndEmail = ({ name, email }: { name: string; email: string }) => `${name} (${email || 'sin correo'})`

const nameAndState = ({ name, isConfirmed }: Registration) => `${name}: ${isConfirmed ? 'confirmado' : 'pendiente'}.`
