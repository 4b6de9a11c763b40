import { join } from 'node:path'
import { readSection } from '../../data/content/content.ts'
import { openDb } from '../../data/db/db.ts'

/** A way to store the speakers and sessions that are in `dataDir` now so many times over. */
export function enlarger(dataDir: string): (factor: number) => void {
  const file = join(dataDir, 'conference.db')
  const before = openDb(file)
  const lists = { speakers: readSection(before, 'speakers').value, events: readSection(before, 'events').value }
  before.close()
  return (factor) => {
    const db = openDb(file)
    // As whole lists: one by one would store a list of every length on the way.
    const insert = db.prepare('INSERT INTO revisions (section, value, savedAt) VALUES (?, ?, ?)')
    for (const [key, items] of Object.entries(lists)) {
      insert.run(key, JSON.stringify(copies(items, factor)), new Date().toISOString())
    }
    db.close()
  }
}

/** Each with an id and an address of its own. */
function copies(items: readonly { id: string; slug: string }[], factor: number): { id: string; slug: string }[] {
  return Array.from({ length: factor }, (_, round) =>
    items.map((item) => {
      const [id, slug] = [`${item.id.slice(0, -4)}${String(round).padStart(4, '0')}`, `${item.slug}-${round}`]
      return round === 0 ? item : { ...item, id, slug }
    }),
  ).flat()
}
