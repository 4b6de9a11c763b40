/** A conference of several days and rooms, for tests that do not depend on its size. */
import { large } from '../../demo/large/large.ts'
import type { Sample } from '../../demo/sample.ts'
import { isFull } from '../support/full.ts'

/** A full run uses the large sample. `npm test` uses three of its eight rooms with their speakers, which takes a fifth less time. */
export const severalDays: Sample = isFull ? large : inRooms(large, 3)

function inRooms(sample: Sample, count: number): Sample {
  const scenarios = Object.fromEntries(Object.entries(sample.scenarios).slice(0, count))
  const events = sample.events.filter(({ scenario }) => !scenario || scenario in scenarios)
  const speaking = new Set(events.flatMap(({ speakers = [] }) => speakers))
  const ofSpeaking = <T>(people: Record<string, T>) =>
    Object.fromEntries(Object.entries(people).filter(([key]) => speaking.has(key)))
  return { ...sample, scenarios, events, speakers: ofSpeaking(sample.speakers), looks: ofSpeaking(sample.looks) }
}
