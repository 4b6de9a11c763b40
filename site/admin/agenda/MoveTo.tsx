import { useState } from 'react'
import type { AgendaEvent, Scenario } from '../../../data/content/schema.ts'
import { Field } from '../forms/Field.tsx'
import { shortDay } from './days.ts'
import type { Move } from './move-events.ts'
import { shifted, slotsFor } from './slots.ts'
import { minutesOf } from './times.ts'

type Props = {
  event: AgendaEvent
  events: AgendaEvent[]
  scenarios: Scenario[]
  eventDay: string
  isBusy: boolean
  onMove: (moves: Move[]) => unknown
}

export function MoveTo({ event, events, scenarios, eventDay, isBusy, onMove }: Props) {
  const [day, setDay] = useState(event.day || eventDay)
  const [scenarioId, setScenarioId] = useState(event.scenarioId)
  const days = [...new Set([eventDay, ...events.map((other) => other.day || eventDay)])].toSorted()
  // Events on the conference's own day are stored with an empty day.
  const at = { day: day === (event.day || eventDay) ? event.day : day === eventDay ? '' : day, scenarioId }
  const slots = slotsFor(event, at, events, eventDay)
  const freeSlots = slots.filter(({ isTaken }) => !isTaken)
  const takenSlots = slots.filter(({ isTaken }) => isTaken)
  const choices = (choosable: typeof slots, words: string) => (
    <ul className="slots">
      {choosable.map(({ startTime, endTime }) => (
        <li key={startTime}>
          <button
            type="button"
            className="btn btn-sm w-full tabular-nums"
            disabled={isBusy}
            onClick={() => onMove([{ event, to: { ...at, startTime, endTime } }])}
          >
            {startTime}
            <span className="sr-only"> {words}</span>
          </button>
        </li>
      ))}
    </ul>
  )

  return (
    <section className="border-base-300 flex flex-col gap-3 border-t pt-4" aria-label="A otra hora o sala">
      <h3 className="text-sm font-semibold">A otra hora o sala</h3>
      {days.length > 1 && (
        <Choice label="Día" options={days.map((id) => ({ id, name: shortDay(id) }))} chosen={day} onChoose={setDay} />
      )}
      {!event.isPlenary && scenarios.length > 1 && (
        <Choice label="Sala" options={scenarios} chosen={scenarioId} onChoose={setScenarioId} />
      )}
      <p className="text-base-content/75 text-sm">
        {freeSlots.length > 0 ? 'Horas libres:' : 'No queda ninguna hora libre ahí.'}
      </p>
      {freeSlots.length > 0 && choices(freeSlots, 'libre')}
      {takenSlots.length > 0 && (
        <>
          <p className="text-base-content/75 text-sm">Libres en la sala, pero alguien que habla está en otra:</p>
          {choices(takenSlots, 'choca')}
        </>
      )}
      <OtherTime
        key={`${day} ${scenarioId}`}
        {...{ event, isBusy }}
        onChoose={(times) => onMove([{ event, to: { ...at, ...times } }])}
      />
    </section>
  )
}

type ChoiceProps = { label: string; options: { id: string; name: string }[]; chosen: string; onChoose: (id: string) => void }

function Choice({ label, options, chosen, onChoose }: ChoiceProps) {
  return (
    <fieldset aria-label={label} className="flex flex-wrap gap-2">
      {options.map(({ id, name }) => (
        <button
          key={id}
          type="button"
          className="btn btn-sm max-w-full wrap-anywhere aria-pressed:btn-neutral"
          aria-pressed={id === chosen}
          onClick={() => onChoose(id)}
        >
          <bdi>{name}</bdi>
        </button>
      ))}
    </fieldset>
  )
}

type OtherProps = {
  event: AgendaEvent
  isBusy: boolean
  onChoose: (times: Pick<AgendaEvent, 'startTime' | 'endTime'>) => unknown
}

function OtherTime({ event, isBusy, onChoose }: OtherProps) {
  const [time, setTime] = useState(event.startTime)
  const times = time === '' ? null : shifted(event, minutesOf(time) - minutesOf(event.startTime))
  return (
    <Field name={null} label="Otra hora de inicio">
      {(wiring) => (
        <div className="flex flex-wrap gap-2">
          <input
            {...wiring}
            type="time"
            className="input w-36"
            value={time}
            onChange={(change) => setTime(change.target.value)}
          />
          <button type="button" className="btn" disabled={isBusy || !times} onClick={() => times && onChoose(times)}>
            Mover aquí
          </button>
        </div>
      )}
    </Field>
  )
}
