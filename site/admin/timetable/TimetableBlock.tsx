import { TriangleAlert } from 'lucide-react'
import type { ComponentProps, CSSProperties, KeyboardEvent, MouseEvent } from 'react'
import type { Scenario, Speaker } from '../../../data/content/schema.ts'
import { collisionSentence } from '../../../data/programme/collision-sentence.ts'
import type { Collision } from '../../../data/programme/collisions.ts'
import { clockOf } from '../agenda/times.ts'
import type { Block } from './timetable-blocks.ts'

type Props = {
  block: Block
  /** First minute that the timetable shows, counted from the start of the day. */
  from: number
  room: string
  rooms: Scenario[]
  speakers: Speaker[]
  collision: Collision | undefined
  isMoved: boolean
  isChosen: boolean
  isDimmed: boolean
  onKeyDown: (key: KeyboardEvent) => void
  onFocus: () => void
  onClick: (click: MouseEvent) => void
  drag: Pick<ComponentProps<'button'>, 'onPointerDown' | 'onPointerMove' | 'onPointerUp' | 'onPointerCancel'>
}

export function TimetableBlock(props: Props) {
  const { block, from, room, rooms, speakers, collision, isMoved, isChosen, isDimmed, drag, ...handlers } = props
  const { event, start, end, column, lane, lanes } = block
  const names = event.speakerIds.flatMap((speaker) => speakers.find(({ id }) => id === speaker)?.name ?? [])
  const times = `${clockOf(start)}–${clockOf(end)}`
  const place = {
    '--start': start - from,
    '--length': end - start,
    '--column': Math.max(0, column),
    '--lane': lane,
    '--lanes': lanes,
  } as CSSProperties
  const state = [
    collision && collisionSentence(event, collision, rooms, speakers),
    isMoved && 'Sin guardar.',
    !event.isActive && 'Oculto.',
  ].filter(Boolean)
  return (
    <li className="timetable-place" style={place} data-plenary={column === -1 || undefined}>
      <button
        type="button"
        className="timetable-block"
        data-event={event.id}
        data-moved={isMoved || undefined}
        data-collides={collision ? true : undefined}
        data-dimmed={isDimmed || undefined}
        data-hidden={!event.isActive || undefined}
        aria-pressed={isChosen}
        aria-description={state.join(' ') || undefined}
        data-tip={[event.title, times, ...names, ...state].join('\n')}
        {...handlers}
        {...drag}
      >
        <span className="timetable-title" dir="auto">
          {collision && <TriangleAlert className="me-1 inline size-3.5 align-[-0.15em]" aria-hidden="true" />}
          {event.title}
        </span>
        <span className="timetable-times">{times}</span>
        {names.length > 0 && <span className="timetable-who">{names.join(', ')}</span>}
        <span className="sr-only">en {room}</span>
      </button>
    </li>
  )
}
