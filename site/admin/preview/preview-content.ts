import { collectionKeys, isCollection } from '../content/kinds.ts'

type Fields = Record<string, unknown>
type Items = (Fields & { id?: string })[]

/** A list in `collections` has all items of the list, also unchanged items. */
export type PreviewContent = { sections: Record<string, Fields>; collections: Record<string, Items> }

export function contentOf(typed: Readonly<Record<string, Fields>>, lists: Record<string, Items>): PreviewContent {
  const content: PreviewContent = { sections: {}, collections: {} }
  for (const [draftKey, values] of Object.entries(typed)) {
    const [key = '', id] = draftKey.split('/')
    if (id === undefined) content.sections[key] = values
    else if (isCollection(key)) {
      const items = content.collections[key] ?? lists[key] ?? []
      content.collections[key] =
        id === 'nuevo' ? [...items, values] : items.map((item) => (item.id === id ? { ...item, ...values } : item))
    }
  }
  return content
}

type Typed = Readonly<Record<string, Fields>>

/** Returns changed texts by the text that the page shows. A text of up to three letters may stand anywhere, so it is left out. */
export function typedTexts(
  before: Typed,
  after: Typed,
  savedFields: (draftKey: string) => Fields | undefined,
): Map<string, string> {
  const texts = new Map<string, string>()
  for (const [draftKey, fields] of Object.entries(after)) {
    if (fields === before[draftKey]) continue
    const earlier = { ...savedFields(draftKey), ...before[draftKey] }
    for (const [name, value] of Object.entries(fields)) {
      const earlierText = earlier[name]
      if (typeof value !== 'string' || typeof earlierText !== 'string' || value === earlierText) continue
      if (value.trim() && earlierText.trim().length > 3) texts.set(earlierText.trim(), value)
    }
  }
  return texts
}

/** `invalid` has paths such as `sections.hero.title` or `collections.speakers.0.name`. */
export function withoutInvalid(content: PreviewContent, invalid: string[], lists: Record<string, Items>): PreviewContent {
  const sections = structuredClone(content.sections)
  const collections = structuredClone(content.collections)
  const incomplete = new Set<unknown>()
  for (const path of invalid) {
    const [kind, key = '', part = '', field = ''] = path.split('.')
    if (kind === 'sections') delete sections[key]?.[part]
    const item = collections[key]?.[Number(part)]
    if (kind !== 'collections' || !item) continue
    const saved = lists[key]?.find(({ id }) => id === item.id)
    if (saved) item[field] = saved[field]
    else incomplete.add(item)
  }
  for (const key of collectionKeys)
    if (collections[key]) collections[key] = collections[key].filter((item) => !incomplete.has(item))
  return { sections, collections }
}
