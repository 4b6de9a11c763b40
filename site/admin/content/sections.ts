import type { Content, SectionIdentity, SectionKey } from '../../../data/content/schema.ts'
import { mergedFields, ok, publishError } from '../calls/client.ts'
import { createLoaded, type Loader, reload } from '../calls/loaded.ts'
import type { SectionCalls } from './content-calls.ts'
import { sectionKeys, sectionKinds } from './kinds.ts'

/** A section as it was saved, with the tag of its version: a save over another version is a conflict. */
export type SavedSection<K extends SectionKey> = { value: Content[K]; tag: string }

/** The sections that change with another: the name, the description and the hours are said once. */
const alsoSay: Partial<Record<SectionKey, SectionKey[]>> = {
  hero: ['event', 'registrationForm'],
  event: ['hero', 'registrationForm'],
}

export type Section<K extends SectionKey> = Loader<SavedSection<K>> & {
  /** Reads the version that counts now. */
  read: () => Promise<SavedSection<K>>
  /** Saves over the version tagged `tag`. Throws ApiError: 422 with messages by field, 409 when somebody was faster. */
  save: (
    change: Partial<Content[K]>,
    tag: string,
  ) => Promise<{ saved: SavedSection<K>; publishError: string | null; merged: string[] }>
}

function createSection<K extends SectionKey>(key: K): Section<K> {
  const calls: SectionCalls<K> = sectionKinds[key].calls
  const savedIn = async (response: Pick<Response, 'headers'> & { json: () => Promise<Content[K] & SectionIdentity> }) => {
    const { id: _, updatedAt: __, ...fields } = await response.json()
    // TypeScript cannot tell that a generic type without its added fields is that type.
    return { value: fields as unknown as Content[K], tag: response.headers.get('ETag') ?? '' }
  }
  const read = async () => savedIn(await ok(calls.$get()))
  return {
    // Its tab stays mounted with what was typed into it.
    ...createLoaded<SavedSection<K>>(read, { freshFor: Number.POSITIVE_INFINITY }),
    read,
    save: async (change, tag) => {
      const response = await ok(calls.$put({ json: change }, { headers: { 'If-Match': tag } }))
      for (const other of alsoSay[key] ?? []) reload(sections[other])
      return { saved: await savedIn(response), publishError: publishError(response), merged: mergedFields(response) }
    },
  }
}

/** The single-record sections. */
export const sections = Object.fromEntries(sectionKeys.map((key) => [key, createSection(key)])) as unknown as {
  [K in SectionKey]: Section<K>
}
