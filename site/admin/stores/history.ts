import type { ContentKey } from '../../../data/schema.ts'
import { api, ok } from '../calls/client.ts'

/** Who changed each field of a section, or of an item of a list, last; nobody where it is not known. */
export async function whoChanged(section: ContentKey, id?: string): Promise<Record<string, string>> {
  try {
    const saves = await (await ok(api.history.$get({ query: { section, limit: '20' } }))).json()
    const who: Record<string, string> = {}
    for (const { by, changes } of saves)
      for (const change of changes) if (change.field !== null && by && change.id === id) who[change.field] ??= by.name
    return who
  } catch {
    return {}
  }
}
