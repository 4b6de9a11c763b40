import { atom } from 'nanostores'

/** What is typed and not saved, by place (`hero`, `speakers/{id}`, `speakers/nuevo`), for whoever shows it elsewhere. */
export const $typed = atom<Readonly<Record<string, Record<string, unknown>>>>({})

export function markTyped(place: string, values: Record<string, unknown> | null): void {
  const { [place]: before, ...others } = $typed.get()
  if (values) $typed.set({ ...others, [place]: values })
  else if (before) $typed.set(others)
}
