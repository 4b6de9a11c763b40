import type { AgendaEvent, Scenario, Speaker } from '../content/schema.ts'
import type { Collision } from './collisions.ts'

type NamedItems<T extends { id: string; name: string }> = readonly Pick<T, 'id' | 'name'>[]

const list = new Intl.ListFormat('es')

export function collisionSentence(
  event: Pick<AgendaEvent, 'isPlenary'>,
  collision: Collision,
  scenarios: NamedItems<Scenario>,
  speakers: NamedItems<Speaker>,
): string {
  const { title, startTime, endTime, scenarioId, isPlenary } = collision.with
  const room = scenarios.find(({ id }) => id === scenarioId)?.name
  const place = collision.of === 'room' || isPlenary || !room ? '' : `, ${room}`
  return `Choca con «${title}» (${startTime}${endTime && `–${endTime}`}${place}): ${reason(event, collision, speakers)}.`
}

function reason(event: Pick<AgendaEvent, 'isPlenary'>, collision: Collision, speakers: NamedItems<Speaker>): string {
  if (collision.of === 'speakers') {
    const names = collision.speakerIds.flatMap((speakerId) => speakers.find(({ id }) => id === speakerId)?.name ?? [])
    return `${list.format(names)} ${names.length > 1 ? 'están' : 'está'} en los dos`
  }
  if (collision.of === 'room') return 'está en el mismo escenario'
  return collision.with.isPlenary || !event.isPlenary ? 'es para todos' : 'este evento es para todos'
}
