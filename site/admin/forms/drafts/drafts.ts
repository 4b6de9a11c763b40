import { atom } from 'nanostores'
import { withStorage } from '../../shell/local-storage.ts'

/** `at` is in milliseconds. `tag` identifies the version that the input changes. */
export type UnsavedFields = { at: number; tag: string; values: Record<string, unknown> }

type Fields = Readonly<Record<string, unknown>>

export const $unsavedInput = atom<Readonly<Record<string, Fields>>>({})

export function setUnsavedInput(key: string, values: Fields | null): void {
  const { [key]: before, ...others } = $unsavedInput.get()
  if (values) $unsavedInput.set({ ...others, [key]: values })
  else if (before) $unsavedInput.set(others)
}

const onDevice = (user: string, key: string) => `borrador:${user}:${key}`

/** `key` is for example `hero`, `speakers/{id}` or `speakers/nuevo`. */
export function readDraft(user: string, key: string): UnsavedFields | null {
  const draft = withStorage((storage) => JSON.parse(storage.getItem(onDevice(user, key)) ?? 'null'))
  return typeof draft?.at === 'number' && typeof draft.values === 'object' ? draft : null
}

/** If the device cannot store the draft, only the open form has the input. */
export function writeDraft(user: string, key: string, draft: UnsavedFields): void {
  withStorage((storage) => storage.setItem(onDevice(user, key), JSON.stringify(draft)))
}

export function removeDraft(user: string, key: string): void {
  withStorage((storage) => storage.removeItem(onDevice(user, key)))
}

export function listDrafts(user: string, begin: string): { key: string; draft: UnsavedFields }[] {
  const prefix = onDevice(user, '')
  const names = withStorage((storage) => Object.keys(storage)) ?? []
  return names
    .filter((name) => name.startsWith(prefix + begin))
    .flatMap((name) => {
      const key = name.slice(prefix.length)
      const draft = readDraft(user, key)
      return draft ? [{ key, draft }] : []
    })
}

export function changedFields<T extends object>(typed: T, began: Partial<T>): Partial<T> {
  const names = (Object.keys(typed) as (keyof T)[]).filter((name) => !isSame(typed[name], began[name]))
  return Object.fromEntries(names.map((name) => [name, typed[name]])) as Partial<T>
}

export function valuesBefore<T extends object>(change: Partial<T>, before: T): Partial<T> {
  const names = Object.keys(change) as (keyof T)[]
  return Object.fromEntries(names.map((name) => [name, before[name]])) as Partial<T>
}

/** Compares lists by content, because a form works on copies of its lists. */
export const isSame = (a: unknown, b: unknown) => Object.is(a, b) || (Array.isArray(a) && JSON.stringify(a) === JSON.stringify(b))
