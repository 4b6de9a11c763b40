import { atom } from 'nanostores'

const key = 'ejemplos-aceptados'

/** Names of findings accepted on this device. */
export const $accepted = atom<readonly string[]>(stored())

export function accept(name: string): void {
  $accepted.set([...$accepted.get(), name])
  try {
    localStorage.setItem(key, JSON.stringify($accepted.get()))
  } catch {
    // Accepted findings then return at the next visit.
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
