import { afterEach, beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => {
  vi.resetModules()
})
afterEach(() => {
  vi.unstubAllGlobals()
})

/** The stars of a page that was just opened, with this storage. */
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
])('where the storage is %s all that is starred stays so until the page is left', async (_, before, storage) => {
  const { readStarred, toggleStarred } = await starsWith(storage)
  expect([...toggleStarred('dos')]).toEqual([...before, 'dos'])
  expect([...toggleStarred('tres')]).toEqual([...before, 'dos', 'tres'])
  expect([...readStarred()]).toEqual([...before, 'dos', 'tres'])
  expect([...toggleStarred('dos')]).toEqual([...before, 'tres'])
})

test('what could not be stored is, as soon as there is room; from then on another tab’s stars count again', async () => {
  let stored = '["uno"]'
  let isFull = true
  const { readStarred, toggleStarred } = await starsWith({
    getItem: () => stored,
    setItem: (_: string, text: string) => {
      if (isFull) refuse()
      stored = text
    },
  })
  toggleStarred('dos')
  isFull = false
  toggleStarred('tres')
  expect(JSON.parse(stored)).toEqual(['uno', 'dos', 'tres'])
  stored = '["uno","otra"]'
  expect([...readStarred()]).toEqual(['uno', 'otra'])
})
