/** The last part of an item's address. Slugs are never reused, so that a shared address never leads to another item. */
import type { Db } from '../db/db.ts'
import { prepared } from '../db/prepared.ts'
import { limits } from '../limits.ts'
import { fold } from '../text.ts'
import type { FieldErrors } from './rules.ts'
import type { CollectionKey } from './schema.ts'

/** Used for names without letters. */
const unnamed = { events: 'charla', speakers: 'speaker' } as const

type SluggedKey = keyof typeof unnamed

const hasSlugs = (key: string): key is SluggedKey => key in unnamed

type Slugged = { id: string; slug: string; name?: string; title?: string }

/** Returns the slug of a text: `¿Qué es K'iche'?` becomes `que-es-kiche`. May be empty. */
export function slugFrom(text: string): string {
  const words = fold(text)
    .replace(/'/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
  return words.slice(0, limits.slug).replace(/-$/, '')
}

/** Returns messages, by item, for slugs that another item has, had or requests. */
export function slugErrors(db: Db, key: CollectionKey, items: readonly object[]): FieldErrors[] {
  if (!hasSlugs(key)) return []
  const ownersBySlug = new Map<string, string>()
  return (items as Slugged[]).map(({ id, slug }): FieldErrors => {
    const owner = slug === '' ? id : (ownerOf(db, key, slug) ?? ownersBySlug.get(slug) ?? id)
    ownersBySlug.set(slug, owner)
    return owner === id ? {} : { slug: 'Esta dirección ya es o fue de otra ficha: elige otra' }
  })
}

/** Returns true if an item lacks a slug. */
export const lackSlugs = (key: CollectionKey, items: readonly object[]): boolean =>
  hasSlugs(key) && (items as Slugged[]).some(({ slug }) => !slug)

/** Returns the items with slugs, generated from the name if empty, and reserves them. */
export function withSlugs<T extends object>(db: Db, key: CollectionKey, items: readonly T[]): readonly T[] {
  if (!hasSlugs(key)) return items
  const keep = prepared(db, 'INSERT OR IGNORE INTO slugs (section, slug, item) VALUES (@key, @slug, @id)')
  // Requested slugs first, so that none is generated for another item.
  for (const { id, slug } of items as unknown as Slugged[]) if (slug) keep.run({ key, slug, id })
  return items.map((item) => {
    const { id, slug: requestedSlug, title = '', name = title } = item as unknown as Slugged
    if (requestedSlug) return item
    const slug = freeSlug(db, key, id, slugFrom(name) || unnamed[key])
    keep.run({ key, slug, id })
    return { ...item, slug }
  })
}

/** Returns the item ids by present and past slugs. */
export function slugOwners(db: Db, key: SluggedKey): Map<string, string> {
  const rows = prepared<{ slug: string; item: string }>(db, 'SELECT slug, item FROM slugs WHERE section = ?').all(key)
  return new Map(rows.map(({ slug, item }) => [slug, item]))
}

function ownerOf(db: Db, key: SluggedKey, slug: string): string | undefined {
  return prepared<{ item: string }>(db, 'SELECT item FROM slugs WHERE section = ? AND slug = ?').get(key, slug)?.item
}

/** Returns the first free one of `base`, `base-2`, `base-3` … */
function freeSlug(db: Db, key: SluggedKey, id: string, base: string): string {
  const alike = prepared<{ slug: string }>(db, 'SELECT slug FROM slugs WHERE section = ? AND item <> ? AND slug GLOB ?')
  // A number may shorten the base.
  const usedSlugs = new Set(alike.all(key, id, `${base.slice(0, limits.slug - 6)}*`).map(({ slug }) => slug))
  for (let number = 1; ; number++) {
    const ending = number === 1 ? '' : `-${number}`
    const slug = base.slice(0, limits.slug - ending.length).replace(/-$/, '') + ending
    if (!usedSlugs.has(slug)) return slug
  }
}
