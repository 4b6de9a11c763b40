import { useState } from 'react'
import type { AgendaEvent, Scenario } from '../../../data/content/schema.ts'
import { listOrder } from '../../../data/programme/public-content.ts'
import { Field } from '../forms/Field.tsx'
import { shortDay } from './days.ts'

type Props = {
  event: AgendaEvent
  events: AgendaEvent[]
  scenarios: Scenario[]
  eventDay: string
  isBusy: boolean
  onSwap: (other: AgendaEvent) => void
}

/** Plenary events have no room to swap. */
export function SwapWith({ event, events, scenarios, eventDay, isBusy, onSwap }: Props) {
  const [chosen, setChosen] = useState('')
  const others = events.filter((other) => other.id !== event.id && !other.isPlenary).toSorted(listOrder(eventDay))
  if (event.isPlenary || others.length === 0) return null
  const other = others.find(({ id }) => id === chosen)
  const isElsewhere = others.some(({ day }) => (day || eventDay) !== (event.day || eventDay))
  const labelOf = ({ day, startTime, title, scenarioId }: AgendaEvent) => {
    const when = isElsewhere ? `${shortDay(day || eventDay)}, ${startTime}` : startTime
    return [when, title, scenarios.find(({ id }) => id === scenarioId)?.name].filter(Boolean).join(' · ')
  }
  return (
    <Field name={null} label="Intercambiar con…" hint="Cada uno toma el día, la sala y la hora del otro.">
      {(wiring) => (
        <div className="flex flex-wrap gap-2">
          <select
            {...wiring}
            className="select min-w-0 flex-1 basis-60"
            value={chosen}
            onChange={(changed) => setChosen(changed.target.value)}
          >
            <option value="">Elige un evento</option>
            {others.map((item) => (
              <option key={item.id} value={item.id}>
                {labelOf(item)}
              </option>
            ))}
          </select>
          <button type="button" className="btn" disabled={isBusy || !other} onClick={() => other && onSwap(other)}>
            Intercambiar
          </button>
        </div>
      )}
    </Field>
  )
}
