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

/** `page` counts from 0. */
export const $filter = atom<Filter>({ search: '', status: 'all', sort: 'date', page: 0 })

export const $exportUrls = computed($filter, ({ search, status }) => {
  const query = new URLSearchParams({ search, status })
  return { csv: `/api/registrations/export?${query}`, xlsx: `/api/registrations/export.xlsx?${query}` }
})

/** `filter` is the one this page was loaded with. */
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

/** Polls, because several people work in the list at the event. Returns a function that stops it. */
export function followRegistrations(): () => void {
  const timer = setInterval(() => {
    if (document.visibilityState === 'visible' && $registrations.get().data) void list.refresh()
  }, refreshIntervalMs)
  return () => clearInterval(timer)
}

/** Largest page that the API allows. */
const maxListedCount = 1000

/** Reads all pages. Throws ApiError. */
export async function listAll(filter: Pick<Filter, 'search' | 'status'> & { sort?: Sort }): Promise<Registration[]> {
  const people: Registration[] = []
  for (let offset = 0; ; offset += maxListedCount) {
    const query = { ...filter, limit: String(maxListedCount), offset: String(offset) }
    const response = await ok(api.registrations.$get({ query }))
    people.push(...(await response.json()))
    if (offset + maxListedCount >= countsOf(response).matching) return people
  }
}

export function setFilter(change: Partial<Filter>): void {
  // A new search, status or order starts on the first page.
  $filter.set({ ...$filter.get(), page: 0, ...change })
  void list.load()
}

/** Throws ApiError. */
export async function putChange(id: string, change: RegistrationChange): Promise<Registration> {
  const changed = await (await ok(api.registrations[':id'].$put({ param: { id }, json: change }))).json()
  changeShown(id, changed)
  void list.load()
  return changed
}

export const $opened = atom<Registration | null>(null)

export const openDetail = (registration: Registration | null) => $opened.set(registration)

/** Changes the list and the open detail on the screen, without a request. */
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

export async function setConfirmed(id: string, isConfirmed: boolean): Promise<void> {
  try {
    const changed = await putChange(id, { isConfirmed })
    const action = undoing(() => putChange(id, { isConfirmed: !isConfirmed }))
    showToast({ kind: 'success', title: 'Registro actualizado', text: nameAndState(changed), action })
  } catch (error) {
    showToast(failed('registro', 'actualizar', error))
  }
}

export async function removeRegistration({ id, name }: Registration): Promise<void> {
  try {
    await ok(api.registrations[':id'].$delete({ param: { id } }))
    list.change((page) => ({ ...page, registrations: page.registrations.filter((registration) => registration.id !== id) }))
    const { page } = $filter.get()
    // The last page no longer exists once its last row is gone.
    if (page > 0 && $registrations.get().data?.registrations.length === 0) setFilter({ page: page - 1 })
    else void list.load()
    void days.load()
    const text = `${name} queda 30 días en la papelera.`
    showToast({ kind: 'success', title: 'Registro eliminado', text, action: undoing(() => takeFromTrash(id)), stays: true })
  } catch (error) {
    showToast(failed('registro', 'eliminar', error))
  }
}

/** Throws ApiError, 409 if the e-mail was registered again. */
export async function takeFromTrash(id: string): Promise<void> {
  await ok(api.trash[':id'].restore.$post({ param: { id } }))
  void list.load()
  void days.load()
}

export const nameAndEmail = ({ name, email }: { name: string; email: string }) => `${name} (${email || 'sin email'})`

const nameAndState = ({ name, isConfirmed }: Registration) => `${name}: ${isConfirmed ? 'confirmado' : 'pendiente'}.`
