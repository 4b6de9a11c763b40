import type { HistoryEntry } from '../../../data/content/history.ts'
import type { ContentKey } from '../../../data/content/schema.ts'
import { api, ok } from '../calls/client.ts'
import { onThisClock } from '../calls/clock.ts'
import { createLoaded } from '../calls/loaded.ts'
import { countIn, pageQuery } from '../calls/paging.ts'

/** `since` is the time of the save in milliseconds, by this computer's clock. */
export type Save = HistoryEntry & { since: number }

type Page = { saves: Save[]; total: number; page: number }

export function createHistory(section: ContentKey | null) {
  let page = 0
  const list = createLoaded<Page>(async () => {
    const requestedPage = page
    const response = await ok(api.history.$get({ query: { ...pageQuery(requestedPage), ...(section && { section }) } }))
    const saves = await response.json()
    return {
      saves: saves.map((save) => ({ ...save, since: onThisClock(save.at, response) })),
      total: countIn(response)('total'),
      page: requestedPage,
    }
  })
  return {
    ...list,
    open(next: number) {
      page = next
      void list.load()
    },
  }
}

export async function lastEditors(section: ContentKey, id?: string): Promise<Record<string, string>> {
  try {
    const saves = await (await ok(api.history.$get({ query: { section, limit: '20' } }))).json()
    const editors: Record<string, string> = {}
    for (const { by, changes } of saves)
      for (const change of changes) if (change.field !== null && by && change.id === id) editors[change.field] ??= by.name
    return editors
  } catch {
    return {}
  }
}
