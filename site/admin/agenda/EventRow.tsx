import type { ReactNode } from 'react'
import type { AgendaEvent } from '../../../data/content/schema.ts'
import { formatCount } from '../../text/format-count.ts'
import { Hidden } from '../content/Hidden.tsx'
import { shortDay } from './days.ts'

type Props = { event: AgendaEvent; day: string; speakers: string[]; children?: ReactNode }

export function EventRow({ event, day, speakers, children }: Props) {
  const kinds = [event.track, event.level, event.language].filter(Boolean).join(' · ')
  return (
    <div className="flex gap-4">
      <p className={`${day ? 'w-16' : 'w-12'} shrink-0 font-semibold tabular-nums`}>
        {day && <span className="text-primary block text-sm whitespace-nowrap">{shortDay(day)}</span>}
        {event.startTime}
        {event.endTime && (
          <span className="text-base-content/75 block text-sm font-normal">
            <span className="sr-only">a </span>
            {event.endTime}
          </span>
        )}
      </p>
      <div className="flex min-w-0 flex-col items-start gap-0.5">
        <h4 dir="auto" className="leading-snug font-bold wrap-anywhere">
          {event.title}
        </h4>
        {!(event.isPlenary && speakers.length === 0) && (
          <p className="text-base-content/75 text-sm wrap-anywhere">{speakers.join(', ') || 'Sin speaker'}</p>
        )}
        {kinds && <p className="text-base-content/75 text-sm wrap-anywhere">{kinds}</p>}
        {event.isPlenary && <span className="badge badge-outline badge-sm">Para todos</span>}
        {event.capacity !== null && <span className="badge badge-outline badge-sm">Cupo {formatCount(event.capacity)}</span>}
        <Hidden item={event} />
        {children}
      </div>
    </div>
  )
}
