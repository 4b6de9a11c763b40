import { atom, computed } from 'nanostores'
import type { DayCount } from '../../../data/registrations/days.ts'
import type { RegistrationCounts } from '../../../data/registrations/registrations.ts'
import type { Registration, RegistrationChange, RegistrationFilter } from '../../../data/registrations/schema.ts'
import { showToast } from '../../toast/toast.ts'
import { api, ok } from '../calls/client.ts'
import { createLoaded } from '../calls/loaded.ts'
import { failed } from '../calls/messages.ts'
import { countsOf, pageQuery } from '../calls/paging.ts'
import { undoing } from '../calls/undo.ts'

export type Status = NonNullable<RegistrationFilter['status']>
export type Sort = NonNullable<RegistrationFilter['sort']>
type Filter = { search: string; status: Status; sort: Sort; page: number }

/** The filter of the list, and its current page (from 0). */
export const $filter = atom<Filter>({ search: '', status: 'all', sort: 'date', page: 0 })

/** The addresses of the filtered list as files. */
export const $exportUrls = computed($filter, ({ search, status }) => {
  const query = new URLSearchParams({ search, status })
  return { csv: `/api/registrations/export?${query}`, xlsx: `/api/registrations/export.xlsx?${query}` }
})

/** A page of registrations, what it is a page of, and the numbers beside it. */
type Page = { registrations: Registration[]; counts: RegistrationCounts; filter: Filter }

const list = createLoaded<Page>(async () => {
  const filter = $filter.get()
  const { page, ...query } = filter
  const response = await ok(api.registrations.$get({ query: { ...query, ...pageQuery(page) } }))
  return { registrations: await response.json(), counts: countsOf(response), filter }
})

const days = createLoaded<DayCount[]>(async () => (await ok(api.registrations.days.$get())).json())

export const $registrations = list.$loaded
export const loadRegistrations = list.load
export const $days = days.$loaded
export const reloadDays = () => void days.load()

const refreshIntervalMs = 8_000

/** Reads the list again every eight seconds, for the days on which several people work in it. Returns a function that stops it. */
export function followRegistrations(): () => void {
  const timer = setInterval(() => {
    if (document.visibilityState === 'visible' && $registrations.get().data) void list.refresh()
  }, refreshIntervalMs)
  return () => clearInterval(timer)
}

/** What the API lists at once. */
const listedAtOnce = 1000

/** All that a filter leaves, on all pages. Throws ApiError. */
export async function listAll(filter: Pick<Filter, 'search' | 'status'> & { sort?: Sort }): Promise<Registration[]> {
  const people: Registration[] = []
  for (let offset = 0; ; offset += listedAtOnce) {
    const query = { ...filter, limit: String(listedAtOnce), offset: String(offset) }
    const response = await ok(api.registrations.$get({ query }))
    people.push(...(await response.json()))
    if (offset + listedAtOnce >= countsOf(response).matching) return people
  }
}

export function setFilter(change: Partial<Filter>): void {
  // Another search, status or order starts on its first page.
  $filter.set({ ...$filter.get(), page: 0, ...change })
  void list.load()
}

/** Changes fields of a registration, on the screen too. Throws ApiError when the server refuses. */
export async function putChange(id: string, change: RegistrationChange): Promise<Registration> {
  const changed = await (await ok(api.registrations[':id'].$put({ param: { id }, json: change }))).json()
  changeShown(id, changed)
  void list.load()
  return changed
}

/** The registration whose detail is open. */
export const $opened = atom<Registration | null>(null)

export const openDetail = (registration: Registration | null) => $opened.set(registration)

/** Changes on the screen what is known to have changed: in the list, and in the detail where it is the one that is open. */
export function changeShown(id: string, change: Partial<Registration>): void {
  const opened = $opened.get()
  if (opened?.id === id) openDetail({ ...opened, ...change })
  list.change((page) => ({
    ...page,
    registrations: page.registrations.map((registration) =>
      registration.id === id ? { ...registration, ...change } : registration,
    ),
  }))
}

/** Confirms a registration or marks it as pending, and says how it went. */
export async function setConfirmed(id: string, isConfirmed: boolean): Promise<void> {
  try {
    const changed = await putChange(id, { isConfirmed })
    const action = undoing(() => putChange(id, { isConfirmed: !isConfirmed }))
    showToast({ kind: 'success', title: 'Registro actualizado', text: saidOf(changed), action })
  } catch (error) {
    showToast(failed('registro', 'actualizar', error))
  }
}

/** Puts a registration into the trash, and says how it went. */
export async function removeRegistration({ id, name }: Registration): Promise<void> {
  try {
    await ok(api.registrations[':id'].$delete({ param: { id } }))
    list.change((page) => ({ ...page, registrations: page.registrations.filter((registration) => registration.id !== id) }))
    const { page } = $filter.get()
    // After the last row of the last page that page no longer exists.
    if (page > 0 && $registrations.get().data?.registrations.length === 0) setFilter({ page: page - 1 })
    else void list.load()
    void days.load()
    const text = `${name} queda 30 días en la papelera.`
    showToast({ kind: 'success', title: 'Registro eliminado', text, action: undoing(() => takeFromTrash(id)), stays: true })
  } catch (error) {
    showToast(failed('registro', 'eliminar', error))
  }
}

/** Takes a registration out of the trash. Throws ApiError: 409 when its e-mail is registered anew. */
export async function takeFromTrash(id: string): Promise<void> {
  await ok(api.trash[':id'].restore.$post({ param: { id } }))
  void list.load()
  void days.load()
}

/** Who a question is about. */
export const nameAndEmail = ({ name, email }: { name: string; email: string }) => `${name} (${email || 'sin email'})`

/** How a registration stands, with its name. */
const saidOf = ({ name, isConfirmed }: Registration) => `${name}: ${isConfirmed ? 'confirmado' : 'pendiente'}.`
