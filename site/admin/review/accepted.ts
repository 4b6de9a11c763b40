import { atom } from 'nanostores'
import { withStorage } from '../shell/local-storage.ts'

const key = 'ejemplos-aceptados'

const storedNames: unknown = withStorage((storage) => JSON.parse(storage.getItem(key) ?? '[]'))

/** Names of findings that somebody accepted on this device. */
export const $accepted = atom<readonly string[]>(Array.isArray(storedNames) ? storedNames.map(String) : [])

export function accept(name: string): void {
  $accepted.set([...$accepted.get(), name])
  withStorage((storage) => storage.setItem(key, JSON.stringify($accepted.get())))
}
