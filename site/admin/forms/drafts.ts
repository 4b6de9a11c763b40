/** What somebody typed and did not save: where it was typed, on which version, when (in milliseconds), and the fields. */
export type Draft = { at: number; tag: string; values: Record<string, unknown> }

const keyOf = (user: string, place: string) => `borrador:${user}:${place}`

/** The draft that this user left at a place (`hero`, `speakers/{id}`, `speakers/nuevo`) on this device, or null. */
export function readDraft(user: string, place: string): Draft | null {
  try {
    const draft = JSON.parse(localStorage.getItem(keyOf(user, place)) ?? 'null')
    return typeof draft?.at === 'number' && typeof draft.values === 'object' ? draft : null
  } catch {
    return null
  }
}

/** Keeps a draft until it is saved or discarded. Without room for it, or without permission, nothing happens. */
export function writeDraft(user: string, place: string, draft: Draft): void {
  try {
    localStorage.setItem(keyOf(user, place), JSON.stringify(draft))
  } catch {
    // It is still in the form, and leaving the page asks.
  }
}

export function removeDraft(user: string, place: string): void {
  try {
    localStorage.removeItem(keyOf(user, place))
  } catch {
    // Nothing is kept where nothing may be.
  }
}

/** The drafts of this user whose place begins so, by place. */
export function listDrafts(user: string, begin: string): { place: string; draft: Draft }[] {
  const before = keyOf(user, '')
  const places = keys()
    .filter((key) => key.startsWith(before + begin))
    .map((key) => key.slice(before.length))
  return places.flatMap((place) => {
    const draft = readDraft(user, place)
    return draft ? [{ place, draft }] : []
  })
}

function keys(): string[] {
  try {
    return Object.keys(localStorage)
  } catch {
    return []
  }
}

/** The fields in which two versions of the same thing differ, with their values in the first. */
export function differing<T extends object>(typed: T, began: Partial<T>): Partial<T> {
  const names = (Object.keys(typed) as (keyof T)[]).filter((name) => !isSame(typed[name], began[name]))
  return Object.fromEntries(names.map((name) => [name, typed[name]])) as Partial<T>
}

/** Whether two values of a field are the same. Lists are when they hold the same: a form makes its own of each. */
export const isSame = (a: unknown, b: unknown) => Object.is(a, b) || (Array.isArray(a) && JSON.stringify(a) === JSON.stringify(b))
