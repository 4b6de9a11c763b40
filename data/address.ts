import type { Content } from './content/schema.ts'

const names = new Intl.DisplayNames('es', { type: 'region', fallback: 'none' })

const countries = new Map<string | undefined, string>(regions().map((code) => [nameOf(code), code]))
const capital = 'Ciudad de Guatemala'

/** Finds town and country in texts like 'Hotel Sol, Antigua Guatemala'. Without a comma, finds only the capital as a town. */
export function addressOf(location: string): { addressLocality?: string; addressCountry?: string } {
  const parts = location
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '' && !/^zona \d+$/i.test(part))
  const addressCountry = parts.length > 1 ? countries.get(parts.at(-1)?.toLowerCase()) : undefined
  const within = addressCountry ? parts.slice(0, -1) : parts
  const isCapital = new RegExp(capital, 'i').test(location)
  const town = isCapital ? capital : within.length > 1 ? within.at(-1) : undefined
  const country = addressCountry ?? (isCapital ? 'GT' : undefined)
  return { ...(town && { addressLocality: town }), ...(country && { addressCountry: country }) }
}

export type Venue = { hero: Pick<Content['hero'], 'location'>; event: Pick<Content['event'], 'address' | 'city' | 'country'> }

export function addressIn({ hero, event }: Venue) {
  const fromLocation = addressOf(hero.location)
  const city = event.city || fromLocation.addressLocality
  const country = event.country || fromLocation.addressCountry
  return {
    ...(event.address && { streetAddress: event.address }),
    ...(city && { addressLocality: city }),
    ...(country && { addressCountry: country }),
  }
}

/** Returns an ISO 3166-1 code, or ''. */
export const countryOf = (venue: Venue) => addressIn(venue).addressCountry ?? ''

const letterCountries = 'BZ CA CL CO CR DO GT HN MX NI PA PH PR SV US VE'.split(' ')

/** An unknown country counts as Guatemala. */
export const usesLetterPaper = (venue: Venue) => letterCountries.includes(countryOf(venue) || 'GT')

function regions(): string[] {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  return letters.flatMap((first) => letters.map((second) => first + second)).filter((code) => nameOf(code) !== undefined)
}

function nameOf(code: string): string | undefined {
  return names.of(code)?.toLowerCase()
}
