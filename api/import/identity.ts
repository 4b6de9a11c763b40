import { fold } from '../../data/text.ts'

/** `ids` have one order for each kind; an empty text is no id. */
type Identified = { name: string; ids: readonly string[] }

/** Key of each thing: its first id not used under another name, else its name. A shared id does not identify. */
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
