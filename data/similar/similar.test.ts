import { expect, test } from 'vitest'
import { similarFinder } from './similar.ts'

const person = (id: string, name: string, email: string, phone = '') => ({ id, name, email, phone })

function pairsOf(...people: ReturnType<typeof person>[]) {
  const finder = similarFinder()
  for (const one of people) finder.add(one)
  return toTheEnd(finder.pairs(200)).found.map(({ a, b, why }) => `${a}${b} ${why.join('+')}`)
}

function toTheEnd<T>(finding: Generator<void, T>): { found: T; pauses: number } {
  for (let pauses = 0; ; pauses++) {
    const step = finding.next()
    if (step.done) return { found: step.value, pauses }
  }
}

test.each([
  [
    'names that differ in accents and the order of words',
    person('1', 'José Pérez', 'a@x.gt'),
    person('2', 'PEREZ, Jose', 'b@y.gt'),
    ['12 name'],
  ],
  [
    'e-mails that differ by a mistyped domain',
    person('1', 'Ana', 'ana.g@gmail.com'),
    person('2', 'Eva', 'ana.g@gmial.com'),
    ['12 email'],
  ],
  [
    'e-mails that differ by dots and a tag before the @',
    person('1', 'Ana', 'ana.g@gmail.com'),
    person('2', 'Eva', 'anag+conf@gmail.com'),
    ['12 email'],
  ],
  ['no e-mail, as at the door', person('1', 'Ana', ''), person('2', 'Eva', ''), []],
  [
    'equal phone numbers in another notation',
    person('1', 'Ana', 'a@x.gt', '+502 5555-1234'),
    person('2', 'Eva', 'b@y.gt', '(5555) 1234'),
    ['12 phone'],
  ],
  [
    'similar name, e-mail and phone number',
    person('1', 'Ana Paz', 'a@gmail.com', '5555 1234'),
    person('2', 'Paz Ana', 'a@gmal.com', '55551234'),
    ['12 email+phone+name'],
  ],
  ['equal e-mail names at quite different domains', person('1', 'Ana', 'info@x.gt'), person('2', 'Eva', 'info@empresa.gt'), []],
  ['an equal first name alone', person('1', 'Ana', 'a@x.gt'), person('2', 'Ana', 'b@y.gt'), []],
  ['equal phone numbers of few digits', person('1', 'Ana', 'a@x.gt', '1234'), person('2', 'Eva', 'b@y.gt', '1234'), []],
])('compares two people by name, e-mail and phone: %s', (_, one, other, found) => {
  expect(pairsOf(one, other)).toEqual(found)
})

test('a name or phone number shared by many people does not make them possible duplicates', () => {
  const many = Array.from({ length: 6 }, (_, index) => person(String(index), 'José Pérez', `${index}@x${index}.gt`, '2222 3333'))
  expect(pairsOf(...many)).toEqual([])
  expect(pairsOf(...many.slice(0, 3))).toHaveLength(3)
})

test('lists the most similar pairs of people first', () => {
  const [a, b, c] = [
    person('a', 'Ana Paz', 'a@x.gt'),
    person('b', 'Ana Paz', 'b@y.gt', '5555 1234'),
    person('c', 'Paz Ana', 'c@z.gt', '55551234'),
  ]
  expect(pairsOf(a, b, c)[0]).toBe('bc phone+name')
})

test('pauses while comparing many similar people, so that other requests run', () => {
  const finder = similarFinder()
  for (let index = 0; index < 2_000; index++) finder.add(person(`${index}`, `Ana Paz ${index >> 1}`, `a${index}@x.gt`))
  const { found, pauses } = toTheEnd(finder.pairs(200))
  expect([found.length, pauses > 2]).toEqual([200, true])
})
