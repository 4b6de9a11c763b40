import { atom } from 'nanostores'
import type { AuditEntry } from '../../../data/queries/audit.ts'
import { api, ok } from '../client.ts'
import { createLoaded } from './loaded.ts'

export const pageSize = 50

/** A page of what was done in the panel, newest first, and how much there is in all. */
type Page = { entries: AuditEntry[]; total: number; page: number }

const $page = atom(0)

const { $loaded, load } = createLoaded<Page>(async () => {
  const page = $page.get()
  const query = { limit: String(pageSize), offset: String(page * pageSize) }
  const response = await ok(api.audit.$get({ query }))
  const total = Number(/total=(\d+)/.exec(response.headers.get('X-Counts') ?? '')?.[1] ?? 0)
  return { entries: await response.json(), total, page }
})

export const $activity = $loaded
export const loadActivity = load

export function openActivityPage(page: number): void {
  $page.set(page)
  void load()
}
