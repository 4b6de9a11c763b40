import { atom } from 'nanostores'

/** What is typed and not saved, by the draft's key (`hero`, `speakers/{id}`, `speakers/nuevo`), for whoever shows it elsewhere. */
export const $typed = atom<Readonly<Record<string, Record<string, unknown>>>>({})

export function markTyped(key: string, values: Record<string, unknown> | null): void {
  const { [key]: before, ...others } = $typed.get()
  if (values) $typed.set({ ...others, [key]: values })
  else if (before) $typed.set(others)
}
