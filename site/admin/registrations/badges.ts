import { atom } from 'nanostores'
import encodeQr from 'qr'
import type { Registration } from '../../../data/registrations/schema.ts'
import { hourMs } from '../../../data/time.ts'
import { $filter, listAll } from './registrations.ts'

/** Sheets and rolls of labels that shops sell. `each` is the number of labels on a sheet. badges.css has the measures. */
export const sizes = [
  { key: 'a4-21', label: 'Hoja A4 con 21 (63.5 × 38.1 mm)', each: 21 },
  { key: 'a4-14', label: 'Hoja A4 con 14 (99.1 × 38.1 mm)', each: 14 },
  { key: 'a4-8', label: 'Hoja A4 con 8 (99.1 × 67.7 mm)', each: 8 },
  { key: 'roll-62', label: 'Rollo de 62 mm (100 × 62 mm)', each: 1 },
  { key: 'roll-54', label: 'Rollo de 54 mm (101 × 54 mm)', each: 1 },
] as const

type Size = (typeof sizes)[number]

export const groups = [
  { key: 'shown', label: 'Quienes muestra la lista' },
  { key: 'registered', label: 'Todas las personas con lugar' },
  { key: 'walk-ins', label: 'Quienes llegaron sin registro en la última hora' },
] as const

export type Group = (typeof groups)[number]['key']

export async function peopleOf(group: Group): Promise<Registration[]> {
  if (group === 'registered') return listAll({ search: '', status: 'registered', sort: 'name' })
  if (group === 'shown') {
    const { search, status } = $filter.get()
    return listAll({ search, status, sort: 'name' })
  }
  const since = new Date(Date.now() - hourMs).toISOString()
  const walkIns = (await listAll({ search: '', status: 'arrived' })).filter(
    ({ isWalkIn, arrivedAt }) => isWalkIn && (arrivedAt ?? '') >= since,
  )
  return walkIns.toSorted((a, b) => ((a.arrivedAt ?? '') < (b.arrivedAt ?? '') ? 1 : -1))
}

/** `path` draws a QR code of the registration id. With a photo of the ticket's address, anybody could cancel. */
export type Badge = { id: string; name: string; company: string; path: string; squares: number }

/** Badges to print, by sheet. Null stands for a label that was used before. */
export const $badges = atom<{ size: Size; sheets: (Badge | null)[][] } | null>(null)

export function printBadges(people: readonly Pick<Registration, 'id' | 'name' | 'company'>[], size: Size, skipped: number): void {
  const all = [...Array<null>(size.each === 1 ? 0 : skipped).fill(null), ...people.map(badgeOf)]
  const sheets = Array.from({ length: Math.ceil(all.length / size.each) }, (_, index) =>
    all.slice(index * size.each, (index + 1) * size.each),
  )
  $badges.set({ size, sheets })
}

function badgeOf({ id, name, company }: Pick<Registration, 'id' | 'name' | 'company'>): Badge {
  const rows = encodeQr(id, 'raw', { ecc: 'medium', border: 1 })
  const path = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return { id, name, company, path, squares: rows.length }
}
