import type { Db } from '../db/db.ts'
import { domainOf, emailName } from '../mailbox.ts'
import { fold } from '../text.ts'
import { isOneTypoAway } from '../typos.ts'

type Person = { id: string; name: string; email: string; phone: string }

export type Likeness = 'name' | 'email' | 'phone'

type Pair = { a: string; b: string; why: Likeness[] }

/** Larger groups are ignored, because their members share a common name or a company's phone number. */
const maxGroupCount = 5

const groupsPerTurnCount = 500

const phoneDigitCount = 8

export function similarFinder() {
  const groups: Record<Likeness, Map<string, Person[]>> = { name: new Map(), email: new Map(), phone: new Map() }

  function addTo(kind: Likeness, key: string | null, person: Person): void {
    if (key === null) return
    const group = groups[kind].get(key)
    if (!group) groups[kind].set(key, [person])
    // Stores one person more than `maxGroupCount`, so that `pairs` sees that the group is too large.
    else if (group.length <= maxGroupCount) group.push(person)
  }

  return {
    add(person: Person): void {
      addTo('name', nameKey(person.name), person)
      addTo('email', emailName(person.email) || null, person)
      addTo('phone', phoneKey(person.phone), person)
    },
    *pairs(limit: number, isKnown: (a: string, b: string) => boolean = () => false): Generator<void, Pair[]> {
      const pairsByKey = new Map<string, Pair>()
      for (const kind of ['email', 'phone', 'name'] as const) {
        let looked = 0
        for (const group of groups[kind].values()) {
          if (++looked % groupsPerTurnCount === 0) yield
          if (group.length > maxGroupCount) continue
          for (const [index, a] of group.entries()) {
            for (const b of group.slice(index + 1)) {
              if (kind === 'email' && !areNear(domainOf(a.email), domainOf(b.email))) continue
              if (isKnown(a.id, b.id)) continue
              const key = `${a.id} ${b.id}`
              const pair = pairsByKey.get(key)
              if (pair) pair.why.push(kind)
              else pairsByKey.set(key, { a: a.id, b: b.id, why: [kind] })
            }
          }
        }
      }
      return [...pairsByKey.values()].toSorted((a, b) => b.why.length - a.why.length).slice(0, limit)
    },
  }
}

type Newcomer = { row: number; name: string; email: string }

type Found = { id: string | null; row: number | null; name: string; email: string; why: 'name' | 'email' }

const maxAlikeCount = 3

/** Call `addNewcomer` for all rows of the file before `addStored`, beginning with the last row. */
export function newcomerFinder() {
  const [byEmail, byName, byMailbox] = [new Map<string, Newcomer>(), new Map<string, Newcomer[]>(), new Map<string, Newcomer[]>()]
  const storedByRow = new Map<number, Person>()
  const similarByRow = new Map<number, Found[]>()

  function note(newcomer: Newcomer, other: Found): void {
    const similarPeople = similarByRow.get(newcomer.row) ?? []
    if (similarPeople.length < maxAlikeCount && !similarPeople.some(({ id, row }) => id === other.id && row === other.row))
      similarByRow.set(newcomer.row, [...similarPeople, other])
  }

  function noteAll(other: Pick<Found, 'id' | 'row' | 'name' | 'email'>): void {
    const { name, email } = other
    for (const newcomer of byName.get(nameKey(name) ?? '') ?? []) note(newcomer, { ...other, why: 'name' })
    for (const newcomer of byMailbox.get(emailName(email)) ?? [])
      if (areNear(domainOf(newcomer.email), domainOf(email))) note(newcomer, { ...other, why: 'email' })
  }

  const keep = (groups: Map<string, Newcomer[]>, key: string | null, newcomer: Newcomer) => {
    const group = key === null ? [] : (groups.get(key) ?? [])
    if (key !== null && group.length < maxGroupCount) groups.set(key, [...group, newcomer])
  }

  return {
    addNewcomer(newcomer: Newcomer): void {
      const { row, name, email } = newcomer
      noteAll({ id: null, row, name, email })
      byEmail.set(email.toLowerCase(), newcomer)
      keep(byName, nameKey(name), newcomer)
      keep(byMailbox, emailName(email), newcomer)
    },
    addStored(person: Person): void {
      const same = byEmail.get(person.email.toLowerCase())
      if (same) storedByRow.set(same.row, person)
      noteAll({ id: person.id, row: null, name: person.name, email: person.email })
    },
    storedPerson: (row: number): Person | undefined => storedByRow.get(row),
    similarPeople: (row: number): Found[] => similarByRow.get(row) ?? [],
  }
}

function nameKey(name: string): string | null {
  const words = wordsOf(name)
  return words.length > 1 ? words.toSorted().join(' ') : null
}

function phoneKey(phone: string): string | null {
  const digits = phone.replace(/\D/g, '')
  return digits.length < phoneDigitCount ? null : digits.slice(-phoneDigitCount)
}

const areNear = (a: string, b: string) => a === b || isOneTypoAway(a, b)

const wordsOf = (name: string) =>
  fold(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/** Returns true if each name has a word that the other lacks. A word with one typo counts as the same. */
export function areOtherNames(a: string, b: string): boolean {
  const lacks = (words: string[], others: string[]) =>
    words.some((word) => !others.some((other) => other === word || isOneTypoAway(other, word)))
  const [ofA, ofB] = [wordsOf(a), wordsOf(b)]
  return lacks(ofA, ofB) && lacks(ofB, ofA)
}

export function* peopleInParts(db: Db): Generator<Person[]> {
  const select = db.prepare<[number], Person & { rowid: number }>(
    'SELECT rowid, id, name, email, phone FROM registrations WHERE rowid > ? ORDER BY rowid LIMIT 1000',
  )
  for (let people = select.all(0); people.length > 0; people = select.all(people.at(-1)?.rowid ?? 0)) yield people
}
