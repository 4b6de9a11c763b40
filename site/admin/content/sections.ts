import type { ClientResponse } from 'hono/client'
import type { ClientErrorStatusCode, ServerErrorStatusCode } from 'hono/utils/http-status'
import type { Content, SectionKey } from '../../../data/content/schema.ts'
import { api, mergedFields, ok, publishError } from '../calls/client.ts'
import { createLoaded, type LoadedStore } from '../calls/loaded.ts'

/** A stored section, with the tag of its version: a save over another version is a conflict. */
export type Stored<K extends SectionKey> = { value: Content[K]; tag: string }

/** How the typed client calls a section; they differ only in what they carry. */
type Calls<K extends SectionKey> = {
  $get: () => Promise<ClientResponse<Content[K], 200, 'json'>>
  $put: (
    args: { json: Partial<Content[K]> },
    options: { headers: Record<string, string> },
  ) => Promise<ClientResponse<Content[K], 200, 'json'> | ClientResponse<unknown, ClientErrorStatusCode | ServerErrorStatusCode>>
}

const calls: { [K in SectionKey]: Calls<K> } = {
  hero: api.hero,
  about: api.about,
  benefits: api.benefits,
  segments: api.segments,
  registrationForm: api['registration-form'],
  event: api.event,
  mailTexts: api['mail-texts'],
  places: api.places,
  privacy: api.privacy,
}

/** The sections that change with another: the name, the description and the hours are said once. */
const alsoSay: Partial<Record<SectionKey, SectionKey[]>> = {
  hero: ['event', 'registrationForm'],
  event: ['hero', 'registrationForm'],
}

/** Reads again what was read before; what was not is read when it is first shown. */
function reload({ $loaded, load }: { $loaded: { get(): { data?: unknown } }; load: () => Promise<void> }): void {
  if ($loaded.get().data !== undefined) void load()
}

export type SectionStore<K extends SectionKey> = LoadedStore<Stored<K>> & {
  /** Loads the version that is stored now. */
  read: () => Promise<Stored<K>>
  /** Saves over the version tagged `tag`. Throws ApiError: 422 with messages by field, 409 when somebody was faster. */
  save: (change: Partial<Content[K]>, tag: string) => Promise<{ saved: Stored<K>; publishError: string | null; merged: string[] }>
}

function createSectionStore<K extends SectionKey>(key: K): SectionStore<K> {
  const call: Calls<K> = calls[key]
  const stored = async (response: Pick<Response, 'headers'> & { json: () => Promise<Content[K]> }) => ({
    value: await response.json(),
    tag: response.headers.get('ETag') ?? '',
  })
  const read = async () => stored(await ok(call.$get()))
  return {
    // Its tab stays mounted with what was typed into it.
    ...createLoaded<Stored<K>>(read, { freshFor: Number.POSITIVE_INFINITY }),
    read,
    save: async (change, tag) => {
      const response = await ok(call.$put({ json: change }, { headers: { 'If-Match': tag } }))
      for (const other of alsoSay[key] ?? []) reload(sectionStores[other])
      return { saved: await stored(response), publishError: publishError(response), merged: mergedFields(response) }
    },
  }
}

/** The single-record sections. */
export const sectionStores: { [K in SectionKey]: SectionStore<K> } = {
  hero: createSectionStore('hero'),
  about: createSectionStore('about'),
  benefits: createSectionStore('benefits'),
  segments: createSectionStore('segments'),
  registrationForm: createSectionStore('registrationForm'),
  event: createSectionStore('event'),
  mailTexts: createSectionStore('mailTexts'),
  places: createSectionStore('places'),
  privacy: createSectionStore('privacy'),
}
