import { isDeepStrictEqual } from 'node:util'

type Fields = Record<string, unknown>

export type Conflicts = Record<string, { base: unknown; theirs: unknown; yours: unknown }>

type Merge = { change: Fields; merged: string[] } | { conflicts: Conflicts }

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
