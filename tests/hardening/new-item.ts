import { itemDefaults } from '../../data/content/defaults.ts'
import { type CollectionKey, itemSchemas } from '../../data/content/schema.ts'

/** Returns the required fields of an item of the list, each with a text or a time. */
export function newItem(key: CollectionKey): Record<string, string> {
  const required = Object.keys(itemSchemas[key].shape).filter((name) => !(name in itemDefaults[key]))
  return Object.fromEntries(required.map((name) => [name, name === 'startTime' ? '09:00' : 'Uno']))
}
