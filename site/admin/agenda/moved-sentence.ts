import type { Scenario } from '../../../data/content/schema.ts'
import { shortDay } from './days.ts'
import type { Move } from './move-events.ts'

export function movedSentence(
  moves: readonly Move[],
  scenarios: readonly Pick<Scenario, 'id' | 'name'>[],
  eventDay: string,
): string {
  if (moves.length > 3) return `Se movieron ${moves.length} eventos.`
  const isOnOneDay = moves.every(({ event, to }) => (to.day ?? event.day) === event.day)
  return moves
    .map(({ event, to }) => {
      const { title, day, scenarioId, startTime, endTime } = { ...event, ...to }
      const when = endTime ? `${startTime}–${endTime}` : startTime
      const room = scenarios.find(({ id }) => id === scenarioId)?.name
      return `«${title}»: ${[isOnOneDay ? '' : shortDay(day || eventDay), when, room].filter(Boolean).join(', ')}.`
    })
    .join(' ')
}
