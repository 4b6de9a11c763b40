import { afterEach, beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => {
  vi.resetModules()
})
afterEach(() => {
  vi.unstubAllGlobals()
})

async function starsWith(storage: object) {
  vi.stubGlobal('localStorage', storage)
  return import('./starred.ts')
}

const refuse = () => {
  throw new Error('refused')
}

test.each([
  ['blocked', [], { getItem: refuse, setItem: refuse }],
  ['full', ['uno'], { getItem: () => '["uno"]', setItem: refuse }],
])('starred talks stay starred for the visit even if the browser’s storage is %s', async (_, before, storage) => {
  const { readStarred, setStarred } = await starsWith(storage)
  expect([...setStarred('dos', true, 'Datos')]).toEqual([...before, 'dos'])
  expect([...setStarred('tres', true, 'Redes')]).toEqual([...before, 'dos', 'tres'])
  expect([...readStarred()]).toEqual([...before, 'dos', 'tres'])
  expect([...setStarred('dos', false, 'Datos')]).toEqual([...before, 'tres'])
})

test("stars are stored later if the browser's storage was full when they were set", async () => {
  let stored = '["uno"]'
  let isFull = true
  const { readStarred, setStarred } = await starsWith({
    getItem: () => stored,
    setItem: (_: string, text: string) => {
      if (isFull) refuse()
      stored = text
    },
  })
  setStarred('dos', true, 'Datos')
  isFull = false
  setStarred('tres', true, 'Redes')
  expect(JSON.parse(stored)).toEqual(['uno', 'dos', 'tres'])
  stored = '["uno","otra"]'
  expect([...readStarred()]).toEqual(['uno', 'otra'])
  expect([...setStarred('otra', true, 'Otra')]).toEqual(['uno', 'otra'])
})
