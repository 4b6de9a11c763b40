import { atom } from 'nanostores'

const key = 'ejemplos-aceptados'

/** What somebody said on this device is right as it is, by its name. */
export const $accepted = atom<readonly string[]>(stored())

/** Takes something off the list that is right as it is. */
export function accept(name: string): void {
  $accepted.set([...$accepted.get(), name])
  try {
    localStorage.setItem(key, JSON.stringify($accepted.get()))
  } catch {
    // It is asked again at the next visit.
  }
}

function stored(): string[] {
  try {
    const names: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(names) ? names.map(String) : []
  } catch {
    return []
  }
}
