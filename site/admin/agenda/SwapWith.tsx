import { useState } from 'react'
import type { AgendaEvent } from '../../../data/content/schema.ts'
import { listOrder } from '../../../data/programme/public-content.ts'
import { shortDay } from './days.ts'
import { MoveField, type MoveProps } from './move-controls.tsx'
import { placeOf } from './move-events.ts'

export function SwapWith({ event, events, scenarios, eventDay, ...moving }: MoveProps) {
  const [chosenId, setChosenId] = useState('')
  const others = events.filter((other) => other.id !== event.id && !other.isPlenary).toSorted(listOrder(eventDay))
  if (event.isPlenary || others.length === 0) return null
  const other = others.find(({ id }) => id === chosenId)
  const areOnOtherDays = others.some(({ day }) => (day || eventDay) !== (event.day || eventDay))
  const labelOf = ({ day, startTime, title, scenarioId }: AgendaEvent) => {
    const when = areOnOtherDays ? `${shortDay(day || eventDay)}, ${startTime}` : startTime
    return [when, title, scenarios.find(({ id }) => id === scenarioId)?.name].filter(Boolean).join(' · ')
  }
  const moves = other
    ? [
        { event, to: placeOf(other) },
        { event: other, to: placeOf(event) },
      ]
    : null
  return (
    <MoveField
      {...moving}
      label="Intercambiar con…"
      hint="Cada uno toma el día, el escenario y la hora del otro."
      button="Intercambiar"
      moves={moves}
    >
      {(wiring) => (
        <select
          {...wiring}
          className="select min-w-0 flex-1 basis-60"
          value={chosenId}
          onChange={({ target }) => setChosenId(target.value)}
        >
          <option value="">Elige un evento</option>
          {others.map((item) => (
            <option key={item.id} value={item.id}>
              {labelOf(item)}
            </option>
          ))}
        </select>
      )}
    </MoveField>
  )
}
