import { useEffect, useState } from 'react'
import type { AgendaEvent, Scenario } from '../../../data/content/schema.ts'
import { collisionsIn } from '../../../data/programme/collisions.ts'
import { hidePassing } from '../../toast/toast.ts'
import { Field } from '../forms/Field.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { MoveTo } from './MoveTo.tsx'
import type { Move } from './move-events.ts'
import { placeOf } from './move-events.ts'
import { SwapWith } from './SwapWith.tsx'
import { type Reach, reached, shiftedTogether } from './slots.ts'
import { useMoving } from './use-moving.ts'

type Props = {
  event: AgendaEvent
  events: AgendaEvent[]
  scenarios: Scenario[]
  eventDay: string
  onEdit?: () => void
  onCopy?: () => void
  onClose: () => void
}

const steps = [-30, -15, -5, 5, 15, 30]

export function MoveDialog({ event, events, scenarios, eventDay, onEdit, onCopy, onClose }: Props) {
  const [reach, setReach] = useState<Reach>('alone')
  // On a phone the last toast would cover the times.
  useEffect(hidePassing, [])
  const onRefused = () => {
    onClose()
    return 0
  }
  const { isBusy, move } = useMoving({ scenarios, eventDay, onSaved: onClose, onRefused })

  const together = reached(event, reach, events, eventDay)
  const choices = steps.flatMap((minutes) => {
    const moves = shiftedTogether(together, minutes)
    return moves ? [{ minutes, moves }] : []
  })

  return (
    <Dialog title={`Mover «${event.title}»`} onClose={onClose}>
      <section className="flex flex-col gap-3" aria-label="Antes o después">
        <ul className="grid grid-cols-2 gap-2">
          {choices.map(({ minutes, moves }) => (
            <li key={minutes}>
              <button
                type="button"
                className="btn h-full w-full flex-col gap-0 px-2 py-2"
                disabled={isBusy}
                onClick={() => move(moves)}
              >
                <span>
                  {Math.abs(minutes)} min {minutes < 0 ? 'antes' : 'después'}
                </span>
                <Outcome {...{ event, moves, events, eventDay }} />
              </button>
            </li>
          ))}
        </ul>
        <ReachField {...{ event, events, scenarios, eventDay, reach, setReach }} />
      </section>
      <MoveTo {...{ event, events, scenarios, eventDay, isBusy }} onMove={move} />
      <SwapWith
        event={event}
        events={events}
        scenarios={scenarios}
        eventDay={eventDay}
        isBusy={isBusy}
        onSwap={(other) =>
          move([
            { event, to: placeOf(other) },
            { event: other, to: placeOf(event) },
          ])
        }
      />
      {onEdit && onCopy && (
        <div className="panel-dialog-actions">
          <button type="button" className="btn" onClick={onCopy}>
            Duplicar
          </button>
          <button type="button" className="btn" onClick={onEdit}>
            Editar
          </button>
        </div>
      )}
    </Dialog>
  )
}

type OutcomeProps = Pick<Props, 'event' | 'events' | 'eventDay'> & { moves: Move[] }

function Outcome({ event, moves, events, eventDay }: OutcomeProps) {
  const moved = new Map(moves.map(({ event: { id }, to }) => [id, to]))
  const after = events.map((other) => ({ ...other, ...moved.get(other.id) }))
  const collisions = collisionsIn(after, eventDay)
  const isTaken = moves.some(({ event: { id } }) => collisions.get(id)?.some(({ with: other }) => !moved.has(other.id)))
  const { startTime, endTime } = { ...event, ...moved.get(event.id) }
  return (
    <span className="font-normal tabular-nums">
      {startTime}
      {endTime && `–${endTime}`} {isTaken && <span className="whitespace-nowrap">· choca</span>}
    </span>
  )
}

type ReachProps = Pick<Props, 'event' | 'events' | 'scenarios' | 'eventDay'> & { reach: Reach; setReach: (reach: Reach) => void }

function ReachField({ event, events, scenarios, eventDay, reach, setReach }: ReachProps) {
  const count = (wider: Reach) => reached(event, wider, events, eventDay).length - 1
  const room = scenarios.find(({ id }) => id === event.scenarioId)?.name
  const choices = [
    { value: 'room', label: `También lo que sigue en ${room} (${count('room')})`, isOffered: room && count('room') > 0 },
    { value: 'day', label: `También todo lo que sigue ese día (${count('day')})`, isOffered: count('day') > 0 },
  ].filter(({ isOffered }) => isOffered)
  if (choices.length === 0) return null
  return (
    <Field name={null} label="Qué se mueve">
      {(wiring) => (
        <select {...wiring} className="select w-full" value={reach} onChange={(change) => setReach(change.target.value as Reach)}>
          <option value="alone">Solo este evento</option>
          {choices.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
