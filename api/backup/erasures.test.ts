import { appendFileSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { holdClock, temporaryDir } from '../../data/testing.ts'
import { copyErasures, erasuresIn, erasuresName, readErasures } from './erasures.ts'

const id = () => crypto.randomUUID()
const isDone = Boolean

function noted() {
  const dataDir = temporaryDir()
  const folder = join(dataDir, 'backups')
  return { erasures: erasuresIn(dataDir), file: join(folder, erasuresName), read: () => readErasures([folder]) }
}

test('writes the id of a person into the erasure log before deleting the person', () => {
  const { erasures, file, read } = noted()
  const berta = id()
  const before = erasures.noteThenDelete('registration', [berta], () => read().registration.has(berta), isDone)
  expect([before, [...read().registration]]).toEqual([true, [berta]])
  expect(Object.keys(JSON.parse(readFileSync(file, 'utf8').trim()))).toEqual(['at', 'kind', 'id'])
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

test('the erasure log does not list a person whose erasure failed or was undone', () => {
  const { erasures, read } = noted()
  const [missing, locked, undone] = [id(), id(), id()]
  erasures.noteThenDelete('registration', [missing], () => false, isDone)
  const fail = () => {
    throw new Error('locked')
  }
  expect(() => erasures.noteThenDelete('registration', [locked], fail, isDone)).toThrow('locked')
  erasures.noteThenDelete('registration', [undone], () => true, isDone)
  erasures.broughtBack('registration', undone)
  expect([...read().registration]).toEqual([])
})

test('ignores an incomplete or forged line in the erasure log', () => {
  const { erasures, file, read } = noted()
  const [first, second] = [id(), id()]
  erasures.noteThenDelete('user', [first], () => true, isDone)
  appendFileSync(file, '{"at":"2026-01-01T00:00:00.000Z","kind":"user","id":"')
  erasures.noteThenDelete('user', [second], () => true, isDone)
  appendFileSync(file, '{"at":"2026-01-01T00:00:00.000Z","kind":"users; DROP TABLE users","id":"x"}\nnull\n')
  expect([...read().user]).toEqual([first, second])
})

test('the erasure log keeps its order if the clock is set back', () => {
  const dataDir = temporaryDir()
  const [back, gone] = [id(), id()]
  holdClock('2026-11-20T13:00:00.000Z')
  erasuresIn(dataDir).noteThenDelete('registration', [back], () => true, isDone)
  erasuresIn(dataDir).broughtBack('registration', gone)
  holdClock('2026-11-20T12:05:00.000Z')
  const erasures = erasuresIn(dataDir)
  erasures.broughtBack('registration', back)
  erasures.noteThenDelete('registration', [gone], () => true, isDone)
  expect([...readErasures([join(dataDir, 'backups')]).registration]).toEqual([gone])
})

test("a failed repeated erasure of a person keeps the person's id in the erasure log", () => {
  const { erasures, read } = noted()
  const luis = id()
  erasures.noteThenDelete('user', [luis], () => true, isDone)
  erasures.noteThenDelete('user', [luis], () => false, isDone)
  expect([...read().user]).toEqual([luis])
})

test('merges the erasure logs of two machines by time', () => {
  const [one, other] = [temporaryDir(), temporaryDir()]
  const [ana, eva] = [id(), id()]
  const line = (minute: number, of: string, isBack?: true) =>
    `${JSON.stringify({ at: `2026-01-01T00:0${minute}:00.000Z`, kind: 'registration', id: of, isBack })}\n`
  writeFileSync(join(one, erasuresName), line(1, ana) + line(4, eva))
  writeFileSync(join(other, erasuresName), line(1, ana) + line(2, ana, true) + line(3, eva, true))
  for (const folders of [
    [one, other],
    [other, one],
  ])
    expect([...readErasures(folders).registration]).toEqual([eva])
  copyErasures(one, other)
  expect([...readErasures([other]).registration]).toEqual([eva])
  expect(readFileSync(join(other, erasuresName), 'utf8').trim().split('\n')).toHaveLength(4)
})
