import { type CSSProperties, type ReactNode, useLayoutEffect, useRef } from 'react'
import type { Scenario } from '../../../data/content/schema.ts'
import { dayInWords } from '../agenda/days.ts'
import { clockOf } from '../agenda/times.ts'
import { minuteHeightPx } from './timetable-blocks.ts'

type Props = {
  day: string
  rooms: Scenario[]
  /** `from` and `to` are hours of the day. `to` is exclusive. */
  from: number
  to: number
  firstMinute: number
  children: ReactNode
}

export function TimetableGrid({ day, rooms, from, to, firstMinute, children }: Props) {
  const scroller = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls only when the day changes
  useLayoutEffect(() => {
    scroller.current?.scrollTo({ top: firstMinute * minuteHeightPx - 12 })
  }, [day])
  const hours = Array.from({ length: to - from }, (_, index) => from + index)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: people scroll it by keyboard
    <section ref={scroller} className="timetable" aria-label={`Horario del ${dayInWords(day)}`} tabIndex={0}>
      <div className="timetable-grid" style={{ '--columns': rooms.length, '--hours': to - from } as CSSProperties}>
        <div className="timetable-head">
          <span className="timetable-corner" />
          {rooms.map(({ id, name, isActive }) => (
            <h3 key={id} className="timetable-room" dir="auto">
              {name}
              {!isActive && <span className="font-normal"> (oculto)</span>}
            </h3>
          ))}
        </div>
        <div className="timetable-hours" aria-hidden="true">
          {hours.map((hour) => (
            <span key={hour} style={{ '--hour': hour - from } as CSSProperties}>
              {clockOf(hour * 60)}
            </span>
          ))}
        </div>
        {children}
      </div>
    </section>
  )
}
