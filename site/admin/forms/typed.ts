import { atom } from 'nanostores'

/** Unsaved input by draft key (`hero`, `speakers/{id}`, `speakers/nuevo`), for the preview. */
export const $typed = atom<Readonly<Record<string, Record<string, unknown>>>>({})

export function markTyped(key: string, values: Record<string, unknown> | null): void {
  const { [key]: before, ...others } = $typed.get()
  if (values) $typed.set({ ...others, [key]: values })
  else if (before) $typed.set(others)
}
