/** Which registrations may be of the same person. */
import { fold } from '../text.ts'
import { isOneTypoAway } from '../typos.ts'

export type Person = { id: string; name: string; email: string; phone: string }

/** What two registrations have in common: the words of the name in any order and with or without accents, a phone number, or the name before the @ with domains that are a typo apart. */
export type Likeness = 'name' | 'email' | 'phone'

type Pair = { a: string; b: string; why: Likeness[] }

/** What more people than these have in common is no sign of one person: a common name, a company's number. */
const largestGroup = 5

/** Digits of a number without the country's: two writings of it end in the same ones. */
const phoneDigits = 8

/**
 * Returns how to add people, one after the other, and how to get the pairs among them, those with most in common first. The
 * work grows with the number of people, not of pairs: groups are bounded.
 */
export function similarFinder() {
  const groups: Record<Likeness, Map<string, Person[]>> = { name: new Map(), email: new Map(), phone: new Map() }

  function addTo(kind: Likeness, key: string | null, person: Person): void {
    if (key === null) return
    const group = groups[kind].get(key)
    if (!group) groups[kind].set(key, [person])
    // One more than counts, to know that they are too many.
    else if (group.length <= largestGroup) group.push(person)
  }

  return {
    add(person: Person): void {
      addTo('name', nameKey(person.name), person)
      addTo('email', emailName(person.email), person)
      addTo('phone', phoneKey(person.phone), person)
    },
    /** At most `limit` pairs. */
    pairs(limit: number): Pair[] {
      const found = new Map<string, Pair>()
      for (const kind of ['email', 'phone', 'name'] as const) {
        for (const group of groups[kind].values()) {
          if (group.length > largestGroup) continue
          for (const [index, a] of group.entries()) {
            for (const b of group.slice(index + 1)) {
              if (kind === 'email' && !areNear(domainOf(a.email), domainOf(b.email))) continue
              const key = `${a.id} ${b.id}`
              const pair = found.get(key)
              if (pair) pair.why.push(kind)
              else found.set(key, { a: a.id, b: b.id, why: [kind] })
            }
          }
        }
      }
      return [...found.values()].toSorted((one, other) => other.why.length - one.why.length).slice(0, limit)
    },
  }
}

/** The words of a name in one order; null for a single word, which many have. */
function nameKey(name: string): string | null {
  const words = fold(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
  return words.length > 1 ? words.toSorted().join(' ') : null
}

function phoneKey(phone: string): string | null {
  const digits = phone.replace(/\D/g, '')
  return digits.length < phoneDigits ? null : digits.slice(-phoneDigits)
}

/** What is before the @, without what mail servers leave out themselves: dots, and a tag after a plus. */
const emailName = (email: string) => email.slice(0, email.lastIndexOf('@')).toLowerCase().replace(/\+.*/, '').replaceAll('.', '')
const domainOf = (email: string) => email.slice(email.lastIndexOf('@') + 1).toLowerCase()
const areNear = (a: string, b: string) => a === b || isOneTypoAway(a, b)
