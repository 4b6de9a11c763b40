/** Which registrations may be of the same person. */
import { domainOf, emailName } from '../mailbox.ts'
import { fold } from '../text.ts'
import { isOneTypoAway } from '../typos.ts'

export type Person = { id: string; name: string; email: string; phone: string }

/**
 * What two registrations have in common: the words of the name in any order and with or without accents, a phone number, or the
 * name before the @ with domains that are a typo apart.
 */
export type Likeness = 'name' | 'email' | 'phone'

type Pair = { a: string; b: string; why: Likeness[] }

/** What more people than these have in common is no sign of one person: a common name, a company's number. */
const largestGroup = 5

/** Groups looked at in one piece. */
const groupsAtOnce = 500

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
      // Who came to the door may have given none.
      addTo('email', emailName(person.email) || null, person)
      addTo('phone', phoneKey(person.phone), person)
    },
    /** At most `limit` pairs, but for those that `isKnown` says are two people. It yields now and then, for others to be served. */
    *pairs(limit: number, isKnown: (a: string, b: string) => boolean = () => false): Generator<void, Pair[]> {
      const found = new Map<string, Pair>()
      for (const kind of ['email', 'phone', 'name'] as const) {
        let looked = 0
        for (const group of groups[kind].values()) {
          if (++looked % groupsAtOnce === 0) yield
          if (group.length > largestGroup) continue
          for (const [index, a] of group.entries()) {
            for (const b of group.slice(index + 1)) {
              if (kind === 'email' && !areNear(domainOf(a.email), domainOf(b.email))) continue
              if (isKnown(a.id, b.id)) continue
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

/** Somebody who is not stored yet. */
type Newcomer = { row: number; name: string; email: string }

/** Somebody whom a newcomer may be: stored, or another newcomer by their row. */
type Found = { id: string | null; row: number | null; name: string; email: string; why: 'name' | 'email' }

/** As many are named of each. */
const mostNamed = 3

/**
 * Finds for newcomers who has their e-mail, and who may be the same person: by name or by an e-mail nearly the same, among those
 * who are added one after the other and among the newcomers before them. They come first, from the last to the first: each is
 * compared with those after it. Its work grows with the number of people.
 */
export function newcomersAmong() {
  const [byEmail, byName, byMailbox] = [new Map<string, Newcomer>(), new Map<string, Newcomer[]>(), new Map<string, Newcomer[]>()]
  const known = new Map<number, Person>()
  const found = new Map<number, Found[]>()

  function note(newcomer: Newcomer, other: Found): void {
    const named = found.get(newcomer.row) ?? []
    if (named.length < mostNamed && !named.some(({ id, row }) => id === other.id && row === other.row))
      found.set(newcomer.row, [...named, other])
  }

  function noteAll(other: Pick<Found, 'id' | 'row' | 'name' | 'email'>): void {
    const { name, email } = other
    for (const one of byName.get(nameKey(name) ?? '') ?? []) note(one, { ...other, why: 'name' })
    for (const one of byMailbox.get(emailName(email)) ?? [])
      if (areNear(domainOf(one.email), domainOf(email))) note(one, { ...other, why: 'email' })
  }

  const keep = (groups: Map<string, Newcomer[]>, key: string | null, newcomer: Newcomer) => {
    const group = key === null ? [] : (groups.get(key) ?? [])
    // What more have in common is no sign, and would be compared with each.
    if (key !== null && group.length < largestGroup) groups.set(key, [...group, newcomer])
  }

  return {
    come(newcomer: Newcomer): void {
      const { row, name, email } = newcomer
      noteAll({ id: null, row, name, email })
      byEmail.set(email.toLowerCase(), newcomer)
      keep(byName, nameKey(name), newcomer)
      keep(byMailbox, emailName(email), newcomer)
    },
    add(person: Person): void {
      const same = byEmail.get(person.email.toLowerCase())
      if (same) known.set(same.row, person)
      noteAll({ id: person.id, row: null, name: person.name, email: person.email })
    },
    /** Who has the e-mail of the newcomer in this row. */
    known: (row: number): Person | undefined => known.get(row),
    /** Who else they may be, at most three. */
    alike: (row: number): Found[] => found.get(row) ?? [],
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

const areNear = (a: string, b: string) => a === b || isOneTypoAway(a, b)
