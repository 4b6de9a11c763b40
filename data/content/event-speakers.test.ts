import { expect, test } from 'vitest'
import { withBothSpeakerFields } from './event-speakers.ts'

const nobody = { speakerId: '', speakerIds: [] }
const two = { speakerId: 'a', speakerIds: ['a', 'b'] }

test.each([
  ['only speakerIds', { speakerIds: ['b', 'a'] }, two, { speakerId: 'b', speakerIds: ['b', 'a'] }],
  ['only speakerId', { speakerId: 'c' }, two, { speakerId: 'c', speakerIds: ['c'] }],
  ['speakerId to nobody', { speakerId: '' }, two, nobody],
  ['speakerId to the first speaker', { speakerId: 'a' }, two, two],
  [
    'speakerId, sent with the previous speakerIds',
    { speakerId: 'c', speakerIds: ['a', 'b'] },
    two,
    { speakerId: 'c', speakerIds: ['c'] },
  ],
  [
    'speakerIds, sent with the previous speakerId',
    { speakerId: 'a', speakerIds: ['b'] },
    two,
    { speakerId: 'b', speakerIds: ['b'] },
  ],
  ['both to values that agree', { speakerId: 'c', speakerIds: ['c', 'a'] }, two, { speakerId: 'c', speakerIds: ['c', 'a'] }],
  ['speakerId, sent with an empty list', { speakerId: 'c', speakerIds: [] }, nobody, { speakerId: 'c', speakerIds: ['c'] }],
])('after a change of %s, speakerId is the first of speakerIds', (_, change, base, whole) => {
  expect(withBothSpeakerFields('events', { title: 'T', ...change }, base)).toEqual({ title: 'T', ...whole })
})

test('a change of other fields adds neither speakerId nor speakerIds to the change', () => {
  expect(withBothSpeakerFields('events', { title: 'T' }, two)).toEqual({ title: 'T' })
})

test('rejects a change whose speakerId and speakerIds contradict each other', () => {
  expect(withBothSpeakerFields('events', { speakerId: 'c', speakerIds: ['b'] }, two)).toBe('contradictory')
})
