/** The last part of an item's address. An item keeps its newest former slugs, so that a shared address leads to no other item. */
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

/** Returns the items with slugs, and reserves them. A slug is generated from the name if it is empty or another item's. */
export function withSlugs<T extends object>(db: Db, key: CollectionKey, items: readonly T[]): readonly T[] {
  if (!hasSlugs(key)) return items
  // Requested slugs first, so that none is generated for another item.
  const own = (items as unknown as Slugged[]).map(({ id, slug }) => Boolean(slug) && takeSlug(db, { key, slug, id }))
  return items.map((item, index) => {
    if (own[index]) return item
    const { id, title = '', name = title } = item as unknown as Slugged
    const slug = freeSlug(db, key, id, slugFrom(name) || unnamed[key])
    takeSlug(db, { key, slug, id })
    return { ...item, slug }
  })
}

/** Makes a slug the newest of an item and deletes its oldest above the bound. Returns false if the slug is another item's. */
function takeSlug(db: Db, taken: { key: SluggedKey; slug: string; id: string }): boolean {
  const stored = prepared<{ item: string; isNewest: number }>(
    db,
    `SELECT item, id = (SELECT max(id) FROM slugs AS other WHERE other.section = slugs.section AND other.item = slugs.item) AS isNewest
     FROM slugs WHERE section = @key AND slug = @slug`,
  ).get(taken)
  if (stored) {
    if (stored.item !== taken.id || stored.isNewest) return stored.item === taken.id
    prepared(db, 'DELETE FROM slugs WHERE section = @key AND slug = @slug').run(taken)
  }
  prepared(db, 'INSERT INTO slugs (section, slug, item) VALUES (@key, @slug, @id)').run(taken)
  prepared(
    db,
    `DELETE FROM slugs WHERE id IN
       (SELECT id FROM slugs WHERE section = @key AND item = @id ORDER BY id DESC LIMIT -1 OFFSET ${1 + limits.formerSlugs})`,
  ).run(taken)
  return true
}

/** Deletes the oldest slugs of deleted items above the bound. `items` is the whole list. */
export function forgetDeletedSlugs(db: Db, key: CollectionKey, items: readonly { id: string }[]): void {
  if (!hasSlugs(key)) return
  prepared(
    db,
    `DELETE FROM slugs WHERE id IN
       (SELECT id FROM slugs WHERE section = @key AND item NOT IN (SELECT value FROM json_each(@ids))
        ORDER BY id DESC LIMIT -1 OFFSET ${limits.deletedSlugs})`,
  ).run({ key, ids: JSON.stringify(items.map(({ id }) => id)) })
}

/** Returns the item ids by present and former slugs. */
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
