import { atom, computed } from 'nanostores'
import type { RegistrationCounts } from '../../../data/queries/registrations.ts'
import type { Registration } from '../../../data/schema.ts'
import { showToast } from '../../toast/toast.ts'
import { api, ok } from '../client.ts'
import { createFetcherStore, createMutatorStore } from './query.ts'

export type Status = 'all' | 'confirmed' | 'pending'

export const pageSize = 50

/** What the list is narrowed to, and which page of it is shown (from 0). */
export const $filter = atom<{ search: string; status: Status; page: number }>({ search: '', status: 'all', page: 0 })

export function setFilter(change: Partial<{ search: string; status: Status; page: number }>): void {
  // Another search or status starts on its first page.
  $filter.set({ ...$filter.get(), page: 0, ...change })
}

const $query = computed($filter, ({ search, status, page }) =>
  new URLSearchParams({ search, status, limit: String(pageSize), offset: String(page * pageSize) }).toString(),
)

/** Where the CSV of the narrowed list is. */
export const $exportUrl = computed(
  $filter,
  ({ search, status }) => `/api/registrations/export?${new URLSearchParams({ search, status })}`,
)

/** The shown page of registrations with the numbers beside it. */
export const $registrations = createFetcherStore<{ registrations: Registration[]; counts: RegistrationCounts }>(
  ['registrations?', $query],
  {
    // Others register meanwhile: coming back to a search asks again.
    dedupeTime: 0,
    fetcher: async () => {
      const { search, status, page } = $filter.get()
      const response = await ok(
        api.registrations.$get({ query: { search, status, limit: String(pageSize), offset: String(page * pageSize) } }),
      )
      return { registrations: await response.json(), counts: parseCounts(response.headers.get('X-Counts') ?? '') }
    },
  },
)

/** Confirms a registration or marks it as pending. */
export const $confirm = createMutatorStore<{ id: string; isConfirmed: boolean }>(async ({ data: { id, isConfirmed } }) => {
  try {
    await ok(api.registrations[':id'].$put({ param: { id }, json: { isConfirmed } }))
    $registrations.revalidate()
    showToast({ kind: 'success', title: 'Registro actualizado' })
  } catch {
    showToast({ kind: 'error', title: 'Error al actualizar', text: 'Hubo un problema al actualizar el registro.' })
  }
})

/** Deletes a registration for good. */
export const $remove = createMutatorStore<string>(async ({ data: id }) => {
  try {
    await ok(api.registrations[':id'].$delete({ param: { id } }))
    $registrations.revalidate()
    showToast({ kind: 'success', title: 'Registro eliminado' })
  } catch {
    showToast({ kind: 'error', title: 'Error al eliminar', text: 'Hubo un problema al eliminar el registro.' })
  }
})

/** Reads the X-Counts header: `matching=3, total=250, …`. */
export function parseCounts(header: string): RegistrationCounts {
  const counts = new Map(
    header.split(', ').map((pair) => {
      const [name = '', count] = pair.split('=')
      return [name, Number(count)]
    }),
  )
  const of = (name: keyof RegistrationCounts) => counts.get(name) ?? 0
  return {
    matching: of('matching'),
    total: of('total'),
    confirmed: of('confirmed'),
    pending: of('pending'),
    marketing: of('marketing'),
  }
}
