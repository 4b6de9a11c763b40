import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { dayInWords, shortDay } from '../agenda/days.ts'
import { PressedChoice } from '../ui/PressedChoice.tsx'
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
        <PressedChoice
          label="Día"
          className="gap-1"
          buttonClassName="not-aria-pressed:btn-ghost"
          options={days.map((value) => ({ value, label: days.length > 3 ? shortDay(value) : dayInWords(value) }))}
          value={day}
          onChange={onDay}
        />
      )}
      <TimetableKeys />
      <button type="button" className="btn btn-sm btn-ghost ms-auto" onClick={onChoosing}>
        {isChoosing ? 'Terminar de elegir' : 'Elegir varias'}
      </button>
    </div>
  )
}
