import { createHash } from 'node:crypto'
import type { AgendaEvent, Scenario } from '../../data/content/schema.ts'

/** Returns a hash of the agenda's times and rooms. An open page compares it with its own, to notice that the agenda changed. */
export function programmeMark(events: readonly AgendaEvent[], scenarios: readonly Scenario[], eventDay: string): string {
  const times = [
    scenarios.map(({ id, name }) => [id, name]),
    events.map(({ id, title, day, startTime, endTime, scenarioId, isPlenary }) => [
      id,
      title,
      day,
      startTime,
      endTime,
      scenarioId,
      isPlenary,
    ]),
  ]
  return hashOf([eventDay, times])
}

export const hashOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 8)
