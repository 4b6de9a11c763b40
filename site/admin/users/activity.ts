import { atom } from 'nanostores'
import type { ActivityEntry } from '../../../data/accounts/activity.ts'
import { api, ok } from '../calls/client.ts'
import { createLoaded } from '../calls/loaded.ts'
import { countsOf, pageQuery } from '../calls/paging.ts'

/** Newest first. `total` counts all pages. */
type Page = { entries: ActivityEntry[]; total: number; page: number }

const $page = atom(0)

const list = createLoaded<Page>(async () => {
  const page = $page.get()
  const response = await ok(api.audit.$get({ query: pageQuery(page) }))
  return { entries: await response.json(), total: countsOf(response).total, page }
})

export const $activity = list.$loaded
export const loadActivity = list.load

export function openActivityPage(page: number): void {
  $page.set(page)
  void list.load()
}
