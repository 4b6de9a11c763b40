import { collectionKeys, isCollection } from '../content/content-keys.ts'

type Fields = Record<string, unknown>
type Items = (Fields & { id?: string })[]

/** What `POST /api/preview` takes: changed fields by section, and whole lists. */
export type Draft = { sections: Record<string, Fields>; collections: Record<string, Items> }

/** What is typed by place (`hero`, `speakers/{id}`, `speakers/nuevo`), as a draft; `lists` are the lists as they are stored. */
export function draftOf(typed: Readonly<Record<string, Fields>>, lists: Record<string, Items>): Draft {
  const draft: Draft = { sections: {}, collections: {} }
  for (const [place, values] of Object.entries(typed)) {
    const [key = '', id] = place.split('/')
    if (id === undefined) draft.sections[key] = values
    else if (isCollection(key)) {
      const items = draft.collections[key] ?? lists[key] ?? []
      draft.collections[key] =
        id === 'nuevo' ? [...items, values] : items.map((item) => (item.id === id ? { ...item, ...values } : item))
    }
  }
  return draft
}

/** A draft without what the server could not draw, as it names it: `sections.hero.title`, `collections.speakers.0.name`. */
export function withoutInvalid(draft: Draft, invalid: string[], lists: Record<string, Items>): Draft {
  const sections = structuredClone(draft.sections)
  const collections = structuredClone(draft.collections)
  const incomplete = new Set<unknown>()
  for (const path of invalid) {
    const [kind, key = '', place = '', field = ''] = path.split('.')
    if (kind === 'sections') delete sections[key]?.[place]
    const item = collections[key]?.[Number(place)]
    if (kind !== 'collections' || !item) continue
    const stored = lists[key]?.find(({ id }) => id === item.id)
    if (stored) item[field] = stored[field]
    else incomplete.add(item)
  }
  for (const key of collectionKeys)
    if (collections[key]) collections[key] = collections[key].filter((item) => !incomplete.has(item))
  return { sections, collections }
}
