import { fold } from '../../data/text.ts'

/** Anything in a file that has ids: `ids` in the same order for all things of one kind, empty where there is none. */
type Identified = { name: string; ids: readonly string[] }

/**
 * The key of each thing: its first id that nothing of another name has, or else its name. What two things share does not
 * identify either.
 */
export function identities<T extends Identified>(things: readonly T[]): (thing: T) => string {
  const namesById = new Map<string, Set<string>>()
  const slot = (id: string, index: number) => `${index} ${id}`
  for (const { name, ids } of things)
    for (const [index, id] of ids.entries()) {
      const names = namesById.get(slot(id, index)) ?? new Set()
      namesById.set(slot(id, index), names.add(fold(name).trim()))
    }
  return ({ name, ids }) => ids.find((id, index) => id !== '' && namesById.get(slot(id, index))?.size === 1) ?? name
}
