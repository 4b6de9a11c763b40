/**
 * The last part of a talk's or speaker's address. It is chosen once and stays; every one there ever was is kept, with its item, so
 * that an address that somebody shared never leads to somebody else.
 */
import type { Db } from '../db/db.ts'
import { prepared } from '../db/prepared.ts'
import { limits } from '../limits.ts'
import { fold } from '../text.ts'
import type { FieldErrors } from './rules.ts'
import type { CollectionKey } from './schema.ts'

/** The lists whose items have a page of their own, and what an item is called there whose name has no letter for an address. */
const unnamed = { events: 'charla', speakers: 'speaker' } as const

type SluggedKey = keyof typeof unnamed

const hasSlugs = (key: string): key is SluggedKey => key in unnamed

/** An item as far as its address goes: an event has a title, a speaker a name, and another title. */
type Slugged = { id: string; slug: string; name?: string; title?: string }

/** A text as the last part of an address: `¿Qué es K'iche'?` as `que-es-kiche`; empty where it has no letter for one. */
export function slugFrom(text: string): string {
  const words = fold(text)
    .replace(/['’ʼ`´]/g, '')
    .replace(/ß/g, 'ss')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
  return words.slice(0, limits.slug).replace(/-$/, '')
}

/** Messages, by item, where one asks for a slug that another one of its list has, or had, or asks for as well. */
export function slugErrors(db: Db, key: CollectionKey, items: readonly object[]): FieldErrors[] {
  if (!hasSlugs(key)) return []
  const asked = new Map<string, string>()
  return (items as Slugged[]).map(({ id, slug }): FieldErrors => {
    const owner = slug === '' ? id : (ownerOf(db, key, slug) ?? asked.get(slug) ?? id)
    asked.set(slug, owner)
    return owner === id ? {} : { slug: 'Esta dirección ya es o fue de otra ficha: elige otra' }
  })
}

/** Whether an item has no slug though it should. */
export const lackSlugs = (key: CollectionKey, items: readonly object[]): boolean =>
  hasSlugs(key) && (items as Slugged[]).some(({ slug }) => !slug)

/** The items with their slugs, which are their own from now on; one is made from the name of each that has none. */
export function withSlugs<T extends object>(db: Db, key: CollectionKey, items: readonly T[]): readonly T[] {
  if (!hasSlugs(key)) return items
  const keep = prepared(db, 'INSERT OR IGNORE INTO slugs (section, slug, item) VALUES (@key, @slug, @id)')
  // Those that are asked for first: none of them is given to another meanwhile.
  for (const { id, slug } of items as unknown as Slugged[]) if (slug) keep.run({ key, slug, id })
  return items.map((item) => {
    const { id, slug: asked, title = '', name = title } = item as unknown as Slugged
    if (asked) return item
    const slug = freeSlug(db, key, id, slugFrom(name) || unnamed[key])
    keep.run({ key, slug, id })
    return { ...item, slug }
  })
}

/** Every slug that an item of the list has or had, by slug: the item's id. */
export function slugOwners(db: Db, key: SluggedKey): Map<string, string> {
  const rows = prepared<{ slug: string; item: string }>(db, 'SELECT slug, item FROM slugs WHERE section = ?').all(key)
  return new Map(rows.map(({ slug, item }) => [slug, item]))
}

function ownerOf(db: Db, key: SluggedKey, slug: string): string | undefined {
  return prepared<{ item: string }>(db, 'SELECT item FROM slugs WHERE section = ? AND slug = ?').get(key, slug)?.item
}

/** The first of `base`, `base-2`, `base-3` … that nobody else has or had. */
function freeSlug(db: Db, key: SluggedKey, id: string, base: string): string {
  const alike = prepared<{ slug: string }>(db, 'SELECT slug FROM slugs WHERE section = ? AND item <> ? AND slug GLOB ?')
  // What is cut to make room for a number begins like it.
  const taken = new Set(alike.all(key, id, `${base.slice(0, limits.slug - 6)}*`).map(({ slug }) => slug))
  for (let number = 1; ; number++) {
    const ending = number === 1 ? '' : `-${number}`
    const slug = base.slice(0, limits.slug - ending.length).replace(/-$/, '') + ending
    if (!taken.has(slug)) return slug
  }
}
