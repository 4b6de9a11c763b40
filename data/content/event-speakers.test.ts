import { expect, test } from 'vitest'
import { withBothSpeakerFields } from './event-speakers.ts'

const nobody = { speakerId: '', speakerIds: [] }
const two = { speakerId: 'a', speakerIds: ['a', 'b'] }

test.each([
  ['only the list', { speakerIds: ['b', 'a'] }, two, { speakerId: 'b', speakerIds: ['b', 'a'] }],
  ['only the one there was before lists', { speakerId: 'c' }, two, { speakerId: 'c', speakerIds: ['c'] }],
  ['nobody', { speakerId: '' }, two, nobody],
  ['the same one, by somebody who knows of no list', { speakerId: 'a' }, two, two],
  [
    'another one, with the list as it was',
    { speakerId: 'c', speakerIds: ['a', 'b'] },
    two,
    { speakerId: 'c', speakerIds: ['c'] },
  ],
  ['another list, with the one as it was', { speakerId: 'a', speakerIds: ['b'] }, two, { speakerId: 'b', speakerIds: ['b'] }],
  ['both, and they agree', { speakerId: 'c', speakerIds: ['c', 'a'] }, two, { speakerId: 'c', speakerIds: ['c', 'a'] }],
  ['a new one with a default list', { speakerId: 'c', speakerIds: [] }, nobody, { speakerId: 'c', speakerIds: ['c'] }],
])('speakerId and speakerIds agree after a change of %s', (_, change, base, whole) => {
  expect(withBothSpeakerFields('events', { title: 'T', ...change }, base)).toEqual({ title: 'T', ...whole })
})

test('a change without speakerId and speakerIds adds neither', () => {
  expect(withBothSpeakerFields('events', { title: 'T' }, two)).toEqual({ title: 'T' })
})

test('rejects a change whose speakerId and speakerIds contradict each other', () => {
  expect(withBothSpeakerFields('events', { speakerId: 'c', speakerIds: ['b'] }, two)).toBe('contradictory')
})
