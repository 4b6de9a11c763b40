/** Two people who changed the same thing at once: their changes laid together, field by field. */
import { isDeepStrictEqual } from 'node:util'

type Fields = Record<string, unknown>

/** Fields that both changed, each to something else: what both started from, what stands now, what was to be saved. */
export type Conflicts = Record<string, { base: unknown; theirs: unknown; yours: unknown }>

/** `change` is what to lay over what stands now, `merged` names the fields whose value comes from others. */
type Merge = { change: Fields; merged: string[] } | { conflicts: Conflicts }

/**
 * Lays `yours`, a change to `base`, over `theirs`, what stands now. A field that is sent as it was in `base` was not
 * changed: what others made of it stays. A field that both changed to the same value is no conflict.
 */
export function mergeChanges(base: Fields, theirs: Fields, yours: Fields): Merge {
  const changed = Object.keys(yours).filter((field) => !isDeepStrictEqual(yours[field], base[field]))
  const changedByOthers = Object.keys(theirs).filter((field) => !isDeepStrictEqual(theirs[field], base[field]))
  const onBothSides = changed.filter((field) => changedByOthers.includes(field))
  const conflicting = onBothSides.filter((field) => !isDeepStrictEqual(yours[field], theirs[field]))
  if (conflicting.length > 0) {
    const sides = (field: string) => ({ base: base[field], theirs: theirs[field], yours: yours[field] })
    return { conflicts: Object.fromEntries(conflicting.map((field) => [field, sides(field)])) }
  }
  return {
    change: Object.fromEntries(changed.map((field) => [field, yours[field]])),
    merged: changedByOthers.filter((field) => !onBothSides.includes(field)),
  }
}
