import { type ReactNode, useState } from 'react'
import type { AgendaEvent, Scenario, Speaker } from '../../../data/content/schema.ts'
import { daysOf } from '../../../data/programme/days.ts'
import { MoveDialog } from '../agenda/MoveDialog.tsx'
import type { DraftMoves } from '../agenda/use-draft-moves.ts'
import type { ListActions } from '../content/ItemList.tsx'
import { useFullWidth } from '../shell/full-width.ts'
import { TimetableBar } from './TimetableBar.tsx'
import { TimetableBlock } from './TimetableBlock.tsx'
import { TimetableGrid } from './TimetableGrid.tsx'
import { TimetableTools } from './TimetableTools.tsx'
import { blocksOf, eventsOn, hoursOf } from './timetable-blocks.ts'
import { useSelection } from './use-selection.ts'
import { useTimetableInput } from './use-timetable-input.ts'
import { useTimetableMoves } from './use-timetable-moves.ts'

type Props = ListActions<'events'> & {
  events: AgendaEvent[]
  matches: AgendaEvent[]
  rooms: Scenario[]
  draft: DraftMoves
  speakers: Speaker[]
  eventDay: string
  children: ReactNode
}

export function Timetable({ events, matches, rooms, draft, speakers, eventDay, onEdit, onCopy, children }: Props) {
  useFullWidth()
  const days = daysOf(events, eventDay).map(({ day }) => day)
  const [chosenDay, setDay] = useState(days[0] ?? eventDay)
  const day = days.includes(chosenDay) ? chosenDay : (days[0] ?? eventDay)
  const [openedEvent, setOpenedEvent] = useState<AgendaEvent | null>(null)
  const selection = useSelection(events)
  const moves = useTimetableMoves({ draft, rooms, speakers, eventDay, onSaved: selection.clear })

  const dayEvents = eventsOn(day, { savedEvents: events, draftEvents: draft.events, rooms, eventDay })
  const blocks = blocksOf(dayEvents, rooms, eventDay)
  const { from, to } = hoursOf(blocks)
  const matchIds = new Set(matches.map(({ id }) => id))
  const { list, handlersOf } = useTimetableInput(
    { draft, dayEvents, rooms, days, eventDay, selection, moves, onDay: setDay, onOpen: setOpenedEvent },
    openedEvent !== null,
  )

  const closeAnd = (open: () => void) => () => {
    setOpenedEvent(null)
    open()
  }

  return (
    <div className="flex flex-col gap-3">
      <TimetableTools
        days={days}
        day={day}
        isChoosing={selection.isChoosing || selection.ids.length > 0}
        onDay={setDay}
        onChoosing={selection.toggleChoosing}
      >
        {children}
      </TimetableTools>
      <TimetableGrid
        {...{ day, rooms, from, to }}
        firstMinute={Math.min(...blocks.map(({ start }) => start), to * 60) - from * 60}
      >
        <ul ref={list} className="timetable-blocks">
          {blocks.map((block) => (
            <TimetableBlock
              key={block.event.id}
              block={block}
              from={from * 60}
              room={rooms[block.column]?.name ?? 'todos los escenarios'}
              speakers={speakers}
              collision={moves.collisions.get(block.event.id)?.[0]}
              rooms={rooms}
              isMoved={draft.moves.has(block.event.id)}
              isChosen={selection.ids.includes(block.event.id)}
              isDimmed={!matchIds.has(block.event.id)}
              {...handlersOf(block.event)}
            />
          ))}
        </ul>
      </TimetableGrid>
      <TimetableBar {...{ draft, moves, selection, eventDay }} />
      {openedEvent && (
        <MoveDialog
          {...{ events, eventDay }}
          event={openedEvent}
          scenarios={rooms}
          onEdit={closeAnd(() => onEdit(openedEvent))}
          onCopy={closeAnd(() => onCopy(openedEvent))}
          onClose={() => setOpenedEvent(null)}
        />
      )}
    </div>
  )
}
