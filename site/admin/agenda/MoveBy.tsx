import { useState } from 'react'
import { collisionsIn } from '../../../data/programme/collisions.ts'
import { Field } from '../forms/Field.tsx'
import { MoveButton, type MoveProps } from './move-controls.tsx'
import type { Move } from './move-events.ts'
import { eventsInReach, type Reach, shiftedTogether } from './slots.ts'
import { minutesInWords } from './times.ts'

const stepsMinutes = [-30, -15, -5, 5, 15, 30]

export function MoveBy({ event, events, scenarios, eventDay, ...moving }: MoveProps) {
  const [reach, setReach] = useState<Reach>('alone')
  const inReach = (of: Reach) => eventsInReach(event, of, events, eventDay)
  const room = scenarios.find(({ id }) => id === event.scenarioId)?.name
  const [laterInRoom, laterOnDay] = [inReach('room').length - 1, inReach('day').length - 1]
  const wider = [
    ...(room && laterInRoom > 0 ? [{ value: 'room', label: `También lo que sigue en ${room} (${laterInRoom})` }] : []),
    ...(laterOnDay > 0 ? [{ value: 'day', label: `También todo lo que sigue ese día (${laterOnDay})` }] : []),
  ]
  return (
    <section className="flex flex-col gap-3" aria-label="Antes o después">
      <ul className="grid grid-cols-2 gap-2">
        {stepsMinutes.map((minutes) => {
          const moves = shiftedTogether(inReach(reach), minutes)
          return (
            moves && (
              <MoveButton key={minutes} {...moving} moves={moves} className="h-full flex-col gap-0 px-2 py-2">
                <span>{minutesInWords(minutes)}</span>
                <Outcome {...{ event, moves, events, eventDay }} />
              </MoveButton>
            )
          )
        })}
      </ul>
      {wider.length > 0 && (
        <Field name={null} label="Qué se mueve">
          {(wiring) => (
            <select
              {...wiring}
              className="select w-full"
              value={reach}
              onChange={({ target }) => setReach(target.value as Reach)}
            >
              <option value="alone">Solo este evento</option>
              {wider.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
    </section>
  )
}

type OutcomeProps = Pick<MoveProps, 'event' | 'events' | 'eventDay'> & { moves: Move[] }

function Outcome({ event, moves, events, eventDay }: OutcomeProps) {
  const placesById = new Map(moves.map(({ event: { id }, to }) => [id, to]))
  const after = events.map((other) => ({ ...other, ...placesById.get(other.id) }))
  const collisions = collisionsIn(after, eventDay)
  const collides = moves.some(({ event: { id } }) => collisions.get(id)?.some(({ with: other }) => !placesById.has(other.id)))
  const { startTime, endTime } = { ...event, ...placesById.get(event.id) }
  return (
    <span className="font-normal tabular-nums">
      {startTime}
      {endTime && `–${endTime}`} {collides && <span className="whitespace-nowrap">· choca</span>}
    </span>
  )
}
