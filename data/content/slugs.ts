/** A slug is the last part of an item's address. Former slugs stay reserved, so that old links keep working. */
import type { Db } from '../db/db.ts'
import { prepared, readValue, readValues } from '../db/prepared.ts'
import { limits } from '../limits.ts'
import { fold } from '../text.ts'
import type { FieldErrors } from './rules.ts'
import type { CollectionKey } from './schema.ts'

const unnamed = { events: 'charla', speakers: 'speaker' } as const

type SluggedKey = keyof typeof unnamed

const hasSlugs = (key: string): key is SluggedKey => key in unnamed

type Slugged = { id: string; slug: string; name?: string; title?: string }

/** Turns `¿Qué es K'iche'?` into `que-es-kiche`. */
export function slugFrom(text: string): string {
  const words = fold(text)
    .replace(/'/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
  return words.slice(0, limits.slug).replace(/-$/, '')
}

export function slugErrors(db: Db, key: CollectionKey, items: readonly object[]): FieldErrors[] {
  if (!hasSlugs(key)) return []
  const ownersBySlug = new Map<string, string>()
  return (items as Slugged[]).map(({ id, slug }): FieldErrors => {
    const owner = slug === '' ? id : (ownerOf(db, key, slug) ?? ownersBySlug.get(slug) ?? id)
    ownersBySlug.set(slug, owner)
    return owner === id ? {} : { slug: 'Esta dirección ya es o fue de otra ficha: elige otra' }
  })
}

/** Reserves the items' slugs. An empty slug, or a slug of another item, is replaced by a slug from the item's name. */
export function withSlugs<T extends object>(db: Db, key: CollectionKey, items: readonly T[]): readonly T[] {
  if (!hasSlugs(key)) return items
  // Reserves requested slugs first, so that no generated slug takes one.
  const keepsSlug = (items as unknown as Slugged[]).map(({ id, slug }) => Boolean(slug) && takeSlug(db, { key, slug, id }))
  return items.map((item, index) => {
    if (keepsSlug[index]) return item
    const { id, title = '', name = title } = item as unknown as Slugged
    const slug = freeSlug(db, key, id, slugFrom(name) || unnamed[key])
    takeSlug(db, { key, slug, id })
    return { ...item, slug }
  })
}

function takeSlug(db: Db, claim: { key: SluggedKey; slug: string; id: string }): boolean {
  const stored = prepared<{ item: string; isNewest: number }>(
    db,
    `SELECT item, id = (SELECT max(id) FROM slugs AS other WHERE other.section = slugs.section AND other.item = slugs.item) AS isNewest
     FROM slugs WHERE section = @key AND slug = @slug`,
  ).get(claim)
  if (stored) {
    if (stored.item !== claim.id || stored.isNewest) return stored.item === claim.id
    prepared(db, 'DELETE FROM slugs WHERE section = @key AND slug = @slug').run(claim)
  }
  prepared(db, 'INSERT INTO slugs (section, slug, item) VALUES (@key, @slug, @id)').run(claim)
  prepared(
    db,
    `DELETE FROM slugs WHERE id IN
       (SELECT id FROM slugs WHERE section = @key AND item = @id ORDER BY id DESC LIMIT -1 OFFSET ${1 + limits.formerSlugs})`,
  ).run(claim)
  return true
}

export function forgetDeletedSlugs(db: Db, key: CollectionKey, items: readonly { id: string }[]): void {
  if (!hasSlugs(key)) return
  prepared(
    db,
    `DELETE FROM slugs WHERE id IN
       (SELECT id FROM slugs WHERE section = @key AND item NOT IN (SELECT value FROM json_each(@ids))
        ORDER BY id DESC LIMIT -1 OFFSET ${limits.deletedSlugs})`,
  ).run({ key, ids: JSON.stringify(items.map(({ id }) => id)) })
}

export function slugOwners(db: Db, key: SluggedKey): Map<string, string> {
  const rows = prepared<{ slug: string; item: string }>(db, 'SELECT slug, item FROM slugs WHERE section = ?').all(key)
  return new Map(rows.map(({ slug, item }) => [slug, item]))
}

function ownerOf(db: Db, key: SluggedKey, slug: string): string | undefined {
  return readValue(db, 'SELECT item FROM slugs WHERE section = ? AND slug = ?', key, slug)
}

function freeSlug(db: Db, key: SluggedKey, id: string, base: string): string {
  const alike = 'SELECT slug FROM slugs WHERE section = ? AND item <> ? AND slug GLOB ?'
  const usedSlugs = new Set(readValues<string>(db, alike, key, id, `${base.slice(0, limits.slug - 6)}*`))
  for (let number = 1; ; number++) {
    const ending = number === 1 ? '' : `-${number}`
    const slug = base.slice(0, limits.slug - ending.length).replace(/-$/, '') + ending
    if (!usedSlugs.has(slug)) return slug
  }
}
