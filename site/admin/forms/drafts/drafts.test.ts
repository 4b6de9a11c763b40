import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { changedFields, listDrafts, readDraft, removeDraft, writeDraft } from './drafts.ts'

const draft = { at: 1, tag: '"3"', values: { location: 'Antigua' } }

class Device {
  [key: string]: unknown
  getItem = (key: string) => (Object.hasOwn(this, key) ? this[key] : null)
  setItem = (key: string, value: string) => {
    this[key] = value
  }
  removeItem = (key: string) => {
    delete this[key]
  }
}

beforeEach(() => {
  vi.stubGlobal('localStorage', new Device())
})

afterEach(() => {
  vi.unstubAllGlobals()
})

test('stores a draft for each user and form until the draft is removed', () => {
  writeDraft('ana', 'hero', draft)
  expect([readDraft('ana', 'hero'), readDraft('luis', 'hero'), readDraft('ana', 'about')]).toEqual([draft, null, null])
  removeDraft('ana', 'hero')
  expect(readDraft('ana', 'hero')).toBeNull()
})

test('for a list such as speakers, returns only the drafts of the signed-in user', () => {
  writeDraft('ana', 'speakers/1', draft)
  writeDraft('ana', 'speakers/nuevo', draft)
  writeDraft('ana', 'partners/1', draft)
  writeDraft('luis', 'speakers/2', draft)
  expect(listDrafts('ana', 'speakers/').map(({ key }) => key)).toEqual(['speakers/1', 'speakers/nuevo'])
})

test('ignores stored text that is not a draft', () => {
  localStorage.setItem('borrador:ana:hero', '{"values":')
  localStorage.setItem('borrador:ana:about', '{"at":"10:32"}')
  expect([readDraft('ana', 'hero'), readDraft('ana', 'about')]).toEqual([null, null])
})

test('storing a draft on a device without storage throws no error', () => {
  vi.stubGlobal('localStorage', undefined)
  writeDraft('ana', 'hero', draft)
  removeDraft('ana', 'hero')
  expect([readDraft('ana', 'hero'), listDrafts('ana', '')]).toEqual([null, []])
})

test('changedFields returns only the fields that differ from the saved values', () => {
  expect(changedFields({ a: 'x', b: 'y', c: 0 }, { a: 'x', b: 'z', c: 0 })).toEqual({ b: 'y' })
})
