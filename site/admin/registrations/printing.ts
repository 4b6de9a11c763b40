import { atom } from 'nanostores'
import type { Registration } from '../../../data/registrations/schema.ts'
import { attempt } from '../calls/attempt.ts'
import { $filter, listAll } from './registrations.ts'

/** Null while nothing is printed. */
export const $printed = atom<Registration[] | null>(null)

export const endPrinting = () => $printed.set(null)

export async function printList(): Promise<void> {
  await attempt('No se imprimió', async () => {
    const { search, status, sort } = $filter.get()
    $printed.set(await listAll({ search, status, sort }))
  })
}
