import { atom } from 'nanostores'
import encodeQr from 'qr'
import { usesLetterPaper } from '../../../../data/address.ts'
import { accentColorsOf } from '../../../../data/look/accent.ts'
import type { Registration } from '../../../../data/registrations/schema.ts'
import { hourMs } from '../../../../data/time.ts'
import { createLoaded } from '../../calls/loaded.ts'
import { sections } from '../../content/sections.ts'
import { $filter, listAll } from '../registrations.ts'

/** Label sheets as sold in shops. `each` is the number of labels on a sheet. The measures are in badges.css. */
const letterSheets = [
  { key: 'letter-8', label: 'Hoja carta con 8 (85.7 × 59.3 mm)', each: 8 },
  { key: 'letter-10', label: 'Hoja carta con 10 (101.6 × 50.8 mm)', each: 10 },
  { key: 'letter-6', label: 'Hoja carta con 6 (101.6 × 84.7 mm)', each: 6 },
  { key: 'letter-30', label: 'Hoja carta con 30 (66.7 × 25.4 mm)', each: 30 },
] as const

const a4Sheets = [
  { key: 'a4-21', label: 'Hoja A4 con 21 (63.5 × 38.1 mm)', each: 21 },
  { key: 'a4-14', label: 'Hoja A4 con 14 (99.1 × 38.1 mm)', each: 14 },
  { key: 'a4-8', label: 'Hoja A4 con 8 (99.1 × 67.7 mm)', each: 8 },
] as const

const rolls = [
  { key: 'roll-62', label: 'Rollo de 62 mm (100 × 62 mm)', each: 1 },
  { key: 'roll-54', label: 'Rollo de 54 mm (101 × 54 mm)', each: 1 },
] as const

type Size = (typeof letterSheets | typeof a4Sheets | typeof rolls)[number]

export type BadgeEvent = { name: string; color: string; content: string; sizes: [Size, ...Size[]] }

/** `sizes` begins with the paper of the event's country. */
export const badgeEvent = createLoaded<BadgeEvent>(async () => {
  const [hero, event, look] = await Promise.all([sections.hero.read(), sections.event.read(), sections.look.read()])
  const { color, content } = accentColorsOf(look.value.accent).light
  const isLetter = usesLetterPaper({ hero: hero.value, event: event.value })
  return {
    name: hero.value.title,
    color,
    content,
    sizes: isLetter ? [...letterSheets, ...rolls, ...a4Sheets] : [...a4Sheets, ...rolls, ...letterSheets],
  }
})

export const groups = [
  { key: 'registered', label: 'Todas las personas con lugar' },
  { key: 'shown', label: 'Las personas de la lista' },
  { key: 'walk-ins', label: 'Quienes llegaron sin registro en la última hora' },
] as const

export type Group = (typeof groups)[number]['key']

export async function peopleOf(group: Group): Promise<Registration[]> {
  if (group === 'registered') return listAll({ search: '', status: 'registered', sort: 'name' })
  if (group === 'shown') {
    const { search, status, answer } = $filter.get()
    return listAll({ search, status, answer, sort: 'name' })
  }
  const since = new Date(Date.now() - hourMs).toISOString()
  const walkIns = (await listAll({ search: '', status: 'arrived' })).filter(
    ({ isWalkIn, arrivedAt }) => isWalkIn && (arrivedAt ?? '') >= since,
  )
  return walkIns.toSorted((a, b) => ((a.arrivedAt ?? '') < (b.arrivedAt ?? '') ? 1 : -1))
}

/**
 * `path` draws a QR code of the registration's id. With the ticket's address, anybody with a photo of the badge could cancel the
 * registration.
 */
export type Badge = { id: string; name: string; company: string; path: string; squares: number }

/** Badges to print, by sheet. A null badge stands for a label that is already used. */
export const $badges = atom<{ event: BadgeEvent; size: Size; sheets: (Badge | null)[][] } | null>(null)

type Person = Pick<Registration, 'id' | 'name' | 'company'>

export function printBadges(
  people: readonly Person[],
  { event, size, skipped }: { event: BadgeEvent; size: Size; skipped: number },
): void {
  const all = [...Array<null>(size.each === 1 ? 0 : skipped).fill(null), ...people.map(badgeOf)]
  const sheets = Array.from({ length: Math.ceil(all.length / size.each) }, (_, index) =>
    all.slice(index * size.each, (index + 1) * size.each),
  )
  $badges.set({ event, size, sheets })
}

function badgeOf({ id, name, company }: Person): Badge {
  const rows = encodeQr(id, 'raw', { ecc: 'medium', border: 1 })
  const path = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return { id, name, company, path, squares: rows.length }
}
