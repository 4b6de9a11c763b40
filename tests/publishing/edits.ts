/** Random edits of stored content by the functions that the panel's routes call. */
import fc from 'fast-check'
import { createItem, deleteItem, readContent, updateItem } from '../../data/content/content.ts'
import { type CollectionKey, type Content, itemSchemas, type SectionKey, sectionSchemas } from '../../data/content/schema.ts'
import { saveSection } from '../../data/content/sections.ts'
import type { Db } from '../../data/db/db.ts'

const sectionKeys = Object.keys(sectionSchemas) as SectionKey[]
const collectionKeys = Object.keys(itemSchemas) as CollectionKey[]

const hostile = ['</script><script>alert(1)</script>', '<!--', '-->', '<!DOCTYPE html>', '$&', '\u2028', '“—”', '&amp;', '', ' ']
const text = fc.oneof(fc.constantFrom(...hostile), fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }), fc.lorem())

/** An edit, independent of the content. Its numbers choose among the existing items and fields. */
export const edits = fc.record({
  how: fc.constantFrom('section', 'section', 'change', 'change', 'change', 'create', 'delete', 'repeat'),
  key: fc.nat(),
  item: fc.nat(),
  field: fc.nat(),
  text,
  number: fc.nat({ max: 20 }),
})
type Edit = typeof edits extends fc.Arbitrary<infer T> ? T : never

/** Applies the edit. Returns false if the product refuses it and changes nothing. */
export function make(db: Db, { how, key, item, field, text, number }: Edit): boolean {
  const by = { by: null, at: new Date().toISOString(), timeZone: 'America/Guatemala', mayChangeEvent: true, queueMail: null }
  const { content } = readContent(db)
  const other = <T extends object>(record: T) => {
    const name = pick(Object.keys(record), field) as keyof T & string
    return { [name]: changed(record[name], { text, number, content, name }) }
  }
  try {
    if (how === 'section') {
      const section = pick(sectionKeys, key)
      return saveSection(db, section, other(content[section]), by).outcome === 'saved'
    }
    const collection = pick(collectionKeys, key)
    const items = content[collection]
    if (items.length === 0) return false
    const { id, createdAt, updatedAt, ...fields } = pick<(typeof items)[number]>(items, item)
    if (how === 'delete') return deleteItem(db, collection, id, by) === 'deleted'
    // A copy gets no slug, as in the panel, because slugs are unique.
    if (how === 'create')
      return (
        createItem(db, collection, { ...fields, ...('slug' in fields && { slug: '' }), ...other(fields) }, by).outcome === 'saved'
      )
    const change = how === 'repeat' ? {} : other(fields)
    return updateItem(db, collection, id, change, by).outcome === 'saved'
  } catch {
    // The text does not fit the schema.
    return false
  }
}

const pick = <T>(among: readonly T[], number: number) => among[number % among.length] as T

/** Returns another value of the same kind. */
function changed(value: unknown, to: { text: string; number: number; content: Content; name: string }): unknown {
  if (typeof value === 'boolean') return !value
  if (typeof value === 'number') return to.number
  if (to.name === 'accent') return pick(['', '#0a7a55', '#ffd166'], to.number)
  if (to.name === 'pattern') return pick(['telar', 'propio', 'liso'], to.number)
  if (to.name === 'sections') return rotated(to.content.layout.sections, to.number)
  if (to.name === 'speakerId') return pick(['', ...to.content.speakers.map(({ id }) => id)], to.number)
  if (to.name === 'speakerIds')
    return Array.from({ length: to.number % 4 }, (_, index) => pick(to.content.speakers, to.number + index).id)
  if (to.name === 'links')
    return Array.from({ length: to.number % 4 }, () => ({ label: to.text, url: 'https://ejemplo.gt/a?b=1&c' }))
  if (to.name === 'slug') return pick(['', 'uno', 'dos', 'tres', 'cuatro', String(value)], to.number)
  if (to.name === 'day') return to.number % 3 === 0 ? '' : `2026-11-${String(1 + to.number).padStart(2, '0')}`
  if (to.name === 'background') return pick(['auto', 'light', 'dark'], to.number)
  if (to.name === 'scenarioId') return pick(to.content.scenarios, to.number).id
  if (to.name === 'category') return pick(['patrocinador', 'aliado'], to.number)
  if (to.name === 'tier') return pick(['main', 'supporting'], to.number)
  if (to.name === 'eventDate') return new Date(Date.UTC(2026, to.number % 12, 1 + to.number, 13)).toISOString()
  if (to.name.endsWith('Time')) return `${String(to.number).padStart(2, '0')}:30`
  if (/url|website|image|logo|cover/i.test(to.name))
    return pick(['', 'https://ejemplo.gt/a?b=1&c', '/public-objects/a.webp'], to.number)
  return to.text
}

/** Moves the first sections to the end, and hides or shows one section. */
function rotated(sections: Content['layout']['sections'], by: number): Content['layout']['sections'] {
  const moved = [...sections.slice(by % sections.length), ...sections.slice(0, by % sections.length)]
  return moved.map((section, index) => (index === 0 ? { ...section, isVisible: !section.isVisible } : section))
}
