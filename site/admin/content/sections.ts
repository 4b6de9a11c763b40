import type { Content, SectionIdentity, SectionKey } from '../../../data/content/schema.ts'
import { mergedFields, ok, publishError } from '../calls/client.ts'
import { createLoaded, type Loader, reload } from '../calls/loaded.ts'
import { collections } from './collections.ts'
import type { SectionCalls } from './content-calls.ts'
import { sectionKeys, sectionKinds } from './kinds.ts'

/** `tag` identifies the version. With it, the server merges a save with later saves by others, or reports a conflict. */
export type SavedSection<K extends SectionKey> = { value: Content[K]; tag: string }

/** A save of a section (the key) also changes these other sections on the server, so the panel loads them again. */
const dependentSections: Partial<Record<SectionKey, SectionKey[]>> = {
  hero: ['event', 'registrationForm'],
  event: ['hero', 'registrationForm'],
}

/** `movesDays`: if the conference's date changes, talks with a day of their own move by as many days. Only for the hero. */
export type SaveOptions = { movesDays?: boolean }

export type Section<K extends SectionKey> = Loader<SavedSection<K>> & {
  read: () => Promise<SavedSection<K>>
  /** Throws ApiError: 422 with messages by field, 409 if somebody else changed the same field. */
  save: (
    change: Partial<Content[K]>,
    tag: string,
    options?: SaveOptions,
  ) => Promise<{ saved: SavedSection<K>; publishError: string | null; merged: string[] }>
}

function createSection<K extends SectionKey>(key: K): Section<K> {
  const calls: SectionCalls<K> = sectionKinds[key].calls
  const savedFrom = async (response: Pick<Response, 'headers'> & { json: () => Promise<Content[K] & SectionIdentity> }) => {
    const { id: _, updatedAt: __, ...fields } = await response.json()
    // TypeScript cannot infer that the remaining fields have the type `Content[K]`.
    return { value: fields as unknown as Content[K], tag: response.headers.get('ETag') ?? '' }
  }
  const read = async () => savedFrom(await ok(calls.$get()))
  return {
    // A section is never reloaded because of its age, because its form may have unsaved input.
    ...createLoaded<SavedSection<K>>(read, { freshForMs: Number.POSITIVE_INFINITY }),
    read,
    save: async (change, tag, { movesDays = false } = {}) => {
      const headers = { 'If-Match': tag, ...(movesDays && { 'Move-Days': 'true' }) }
      const response = await ok(calls.$put({ json: change }, { headers }))
      if (movesDays) reload(collections.events)
      for (const other of dependentSections[key] ?? []) reload(sections[other])
      return { saved: await savedFrom(response), publishError: publishError(response), merged: mergedFields(response) }
    },
  }
}

export const sections = Object.fromEntries(sectionKeys.map((key) => [key, createSection(key)])) as unknown as {
  [K in SectionKey]: Section<K>
}
