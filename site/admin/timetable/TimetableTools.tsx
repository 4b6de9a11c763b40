import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { dayInWords, shortDay } from '../agenda/days.ts'
import { TimetableKeys } from './TimetableKeys.tsx'

type Props = {
  days: string[]
  day: string
  isChoosing: boolean
  onDay: (day: string) => void
  onChoosing: () => void
  children: ReactNode
}

export function TimetableTools({ days, day, isChoosing, onDay, onChoosing, children }: Props) {
  const element = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    element.current?.scrollIntoView({ block: 'start' })
  }, [])
  return (
    <div ref={element} className="timetable-tools">
      {children}
      {days.length > 1 && (
        <fieldset className="flex flex-wrap gap-1" aria-label="Día">
          {days.map((other) => (
            <button
              key={other}
              type="button"
              className="btn btn-sm aria-pressed:btn-neutral not-aria-pressed:btn-ghost"
              aria-pressed={other === day}
              onClick={() => onDay(other)}
            >
              {days.length > 3 ? shortDay(other) : dayInWords(other)}
            </button>
          ))}
        </fieldset>
      )}
      <TimetableKeys />
      <button type="button" className="btn btn-sm btn-ghost ms-auto" onClick={onChoosing}>
        {isChoosing ? 'Terminar de elegir' : 'Elegir varias'}
      </button>
    </div>
  )
}
