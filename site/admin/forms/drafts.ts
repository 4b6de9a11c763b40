/** A draft: what somebody typed and did not save, when (in milliseconds), and the version it is a change of. */
export type UnsavedFields = { at: number; tag: string; values: Record<string, unknown> }

const onDevice = (user: string, key: string) => `borrador:${user}:${key}`

/** The draft that this user left under a key (`hero`, `speakers/{id}`, `speakers/nuevo`) on this device, or null. */
export function readDraft(user: string, key: string): UnsavedFields | null {
  try {
    const draft = JSON.parse(localStorage.getItem(onDevice(user, key)) ?? 'null')
    return typeof draft?.at === 'number' && typeof draft.values === 'object' ? draft : null
  } catch {
    return null
  }
}

/** Keeps a draft until it is saved or discarded. Without room for it, or without permission, nothing happens. */
export function writeDraft(user: string, key: string, draft: UnsavedFields): void {
  try {
    localStorage.setItem(onDevice(user, key), JSON.stringify(draft))
  } catch {
    // It is still in the form, and leaving the page asks.
  }
}

export function removeDraft(user: string, key: string): void {
  try {
    localStorage.removeItem(onDevice(user, key))
  } catch {
    // Nothing is kept where nothing may be.
  }
}

/** The drafts of this user whose key begins so, by key. */
export function listDrafts(user: string, begin: string): { key: string; draft: UnsavedFields }[] {
  const before = onDevice(user, '')
  const own = allOnDevice().filter((name) => name.startsWith(before + begin))
  return own.flatMap((name) => {
    const key = name.slice(before.length)
    const draft = readDraft(user, key)
    return draft ? [{ key, draft }] : []
  })
}

function allOnDevice(): string[] {
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

/** The fields of a change with the values that they had before it. */
export function valuesBefore<T extends object>(change: Partial<T>, before: T): Partial<T> {
  const names = Object.keys(change) as (keyof T)[]
  return Object.fromEntries(names.map((name) => [name, before[name]])) as Partial<T>
}

/** Whether two values of a field are the same. Lists are when they hold the same: a form makes its own of each. */
export const isSame = (a: unknown, b: unknown) => Object.is(a, b) || (Array.isArray(a) && JSON.stringify(a) === JSON.stringify(b))
