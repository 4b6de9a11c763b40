import type { RegistrationCounts } from '../../../data/queries/registrations.ts'

/** Reads the X-Counts header: `matching=3, total=250, …`. */
export function parseCounts(header: string): RegistrationCounts {
  const counts = new Map(
    header.split(', ').map((pair) => {
      const [name = '', count] = pair.split('=')
      return [name, Number(count)]
    }),
  )
  const of = (name: keyof RegistrationCounts) => counts.get(name) ?? 0
  return {
    matching: of('matching'),
    total: of('total'),
    confirmed: of('confirmed'),
    pending: of('pending'),
    marketing: of('marketing'),
  }
}
