import { expect, test } from 'vitest'
import { placesInComments, placesInNames, placesInRooms, placesInTitles } from './plain.ts'

const rulesOf = (places: readonly { line: number; rule: string }[]) => places.map(({ line, rule }) => [line, rule])

test('reports forbidden phrases and long sentences in comments, with their line', () => {
  const source = `const a = 1\n/** Null where nobody may read it. */\nconst b = 2\n// ${'word '.repeat(26)}\n`
  expect(rulesOf(placesInComments('a.ts', source))).toEqual([
    [2, 'a turn that has to be read twice'],
    [4, 'a sentence of more than 25 words'],
  ])
  expect(placesInComments('a.ts', '/** Null if METRICS_TOKEN is not set. */\n')).toEqual([])
})

test('reports test titles that are too long, or that begin with words such as "who"', () => {
  const bareTitle = 'who registers twice'
  const source = `test('${'a'.repeat(91)}', run)\n\n  test.each([1])('${bareTitle}', run)\ntest('rejects a name as a password', run)`
  expect(rulesOf(placesInTitles('a.test.ts', source))).toEqual([
    [1, 'a test title of more than 90 characters'],
    [3, 'a test title that begins with a bare clause'],
  ])
})

test('reports names such as `found`, and number constants without a unit', () => {
  const source = 'const patience = 30_000\nconst timeoutMs = 30_000\nfunction f(found: string) {\n  const usersById = found\n}\n'
  expect(rulesOf(placesInNames('a.ts', source))).toEqual([
    [1, 'a numeric constant without its unit'],
    [3, 'a name that says no noun'],
  ])
})

test('reports folders with too many comment words per line of code', () => {
  const lines = 'const code = 1\n'.repeat(100)
  const wordy = `/** ${'word '.repeat(200)} */\n${lines}`
  const sources = new Map([
    ['api/wordy/a.ts', wordy],
    ['api/wordy/b.ts', wordy],
    ['api/small/a.ts', wordy],
    ['site/admin/plain/a.ts', lines.repeat(20)],
  ])
  expect(placesInRooms(sources).map(({ file }) => file)).toEqual(['api/wordy'])
  expect(placesInRooms(new Map([['api/small/a.ts', wordy]])).map(({ file }) => file)).toEqual(['all rooms'])
})
