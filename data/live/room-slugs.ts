import type { Scenario } from '../content/schema.ts'
import { slugFrom } from '../content/slugs.ts'

/** Maps the last part of a screen's address to the id of its room. If rooms have the same name, their addresses get numbers. */
export function roomsBySlug(scenarios: readonly Pick<Scenario, 'id' | 'name'>[]): Map<string, string> {
  const rooms = new Map<string, string>()
  for (const { id, name } of scenarios) {
    const base = slugFrom(name) || 'sala'
    let slug = base
    for (let number = 2; rooms.has(slug); number++) slug = `${base}-${number}`
    rooms.set(slug, id)
  }
  return rooms
}
