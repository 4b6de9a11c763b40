import { useState } from 'react'
import { PressedChoice } from '../ui/PressedChoice.tsx'
import { shortDay, storedDay } from './days.ts'
import { MoveButton, MoveField, type MoveProps } from './move-controls.tsx'
import type { Place } from './move-events.ts'
import { shifted, slotsFor, type Times } from './slots.ts'
import { minutesOf } from './times.ts'

export function MoveTo({ event, events, scenarios, eventDay, ...moving }: MoveProps) {
  const [day, setDay] = useState(event.day || eventDay)
  const [scenarioId, setScenarioId] = useState(event.scenarioId)
  const days = [...new Set([eventDay, ...events.map((other) => other.day || eventDay)])].toSorted()
  const at = { day: day === (event.day || eventDay) ? event.day : storedDay(day, eventDay), scenarioId }
  const { free, colliding } = slotsFor(event, at, events, eventDay)
  const buttons = (slots: Times[], state: string) => (
    <ul className="slots">
      {slots.map((times) => (
        <MoveButton
          key={times.startTime}
          {...moving}
          moves={[{ event, to: { ...at, ...times } }]}
          className="btn-sm tabular-nums"
        >
          {times.startTime}
          <span className="sr-only"> {state}</span>
        </MoveButton>
      ))}
    </ul>
  )

  return (
    <section className="border-base-300 flex flex-col gap-3 border-t pt-4" aria-label="A otra hora o escenario">
      <h3 className="text-sm font-semibold">A otra hora o escenario</h3>
      {days.length > 1 && (
        <PressedChoice
          label="Día"
          className="gap-2"
          options={days.map((value) => ({ value, label: shortDay(value) }))}
          value={day}
          onChange={setDay}
        />
      )}
      {!event.isPlenary && scenarios.length > 1 && (
        <PressedChoice
          label="Escenario"
          className="gap-2"
          options={scenarios.map(({ id, name }) => ({ value: id, label: <bdi>{name}</bdi> }))}
          value={scenarioId}
          onChange={setScenarioId}
        />
      )}
      <p className="text-base-content/75 text-sm">{free.length > 0 ? 'Horas libres:' : 'No queda ninguna hora libre ahí.'}</p>
      {free.length > 0 && buttons(free, 'libre')}
      {colliding.length > 0 && (
        <>
          <p className="text-base-content/75 text-sm">Horas libres en el escenario, pero un speaker está en otro:</p>
          {buttons(colliding, 'choca')}
        </>
      )}
      <OtherTime key={`${day} ${scenarioId}`} {...moving} event={event} at={at} />
    </section>
  )
}

type OtherTimeProps = Pick<MoveProps, 'event' | 'isBusy' | 'move'> & { at: Pick<Place, 'day' | 'scenarioId'> }

function OtherTime({ event, at, ...moving }: OtherTimeProps) {
  const [time, setTime] = useState(event.startTime)
  const times = time === '' ? null : shifted(event, minutesOf(time) - minutesOf(event.startTime))
  const moves = times && [{ event, to: { ...at, ...times } }]
  return (
    <MoveField {...moving} label="Otra hora de inicio" button="Mover aquí" moves={moves}>
      {(wiring) => (
        <input {...wiring} type="time" className="input w-36" value={time} onChange={({ target }) => setTime(target.value)} />
      )}
    </MoveField>
  )
}
