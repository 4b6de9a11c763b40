import { itemDefaults } from '../content/defaults.ts'
import { limits } from '../limits.ts'
import { type ImportedKey, importedKeys } from './source.ts'

export const nouns: Record<ImportedKey, string> = { speakers: 'speakers', scenarios: 'escenarios', events: 'eventos' }

const tooMany = (size: number, noun: string, limit: number) => `${size} ${noun}; caben ${limit}.`

/** Returns a sentence for each limit that only the new list exceeds. */
export function listExcesses(key: ImportedKey, before: readonly object[], after: readonly object[]): string[] {
  const measures: [(items: readonly object[]) => number, string, number][] = [
    [(items) => items.length, nouns[key], limits.lists[key]],
    [daysIn, 'días con eventos', key === 'events' ? limits.days : Number.POSITIVE_INFINITY],
    [kilobytesIn, `KB de textos en los ${nouns[key]}`, limits.listKilobytes[key]],
  ]
  return measures
    .filter(([sizeOf, , limit]) => sizeOf(after) > limit && sizeOf(after) > sizeOf(before))
    .map(([sizeOf, noun, limit]) => tooMany(sizeOf(after), noun, limit))
}

const daysIn = (items: readonly object[]) => new Set(items.map((item) => (item as { day?: string }).day ?? '')).size
const kilobytesIn = (items: readonly object[]) => Math.ceil(Buffer.byteLength(JSON.stringify(items)) / 1024)

const identity = { id: '-'.repeat(36), createdAt: '-'.repeat(24), updatedAt: '-'.repeat(24), sourceMark: '-'.repeat(50) }

type Stored = Record<ImportedKey, readonly { id: string }[]>
type Target = { current: { id: string } | null; fields: object | null; row: { change: string } }

export function overBounds(lists: Stored, targets: Record<ImportedKey, readonly Target[]>): string[] {
  return importedKeys.flatMap((key) => {
    const byId = new Map<string, object>(lists[key].map((item) => [item.id, item]))
    const added = targets[key].flatMap(({ current, fields, row }) => {
      if (row.change === 'gone' || !fields) return []
      if (current) byId.set(current.id, { ...current, ...fields })
      return current ? [] : [{ ...itemDefaults[key], ...identity, ...fields }]
    })
    return listExcesses(key, lists[key], [...byId.values(), ...added])
  })
}
