import { type ReactNode, useState } from 'react'
import type { AgendaEvent, Scenario, Speaker } from '../../../data/content/schema.ts'
import { collisionSentence } from '../../../data/programme/collision-sentence.ts'
import { collisionsIn } from '../../../data/programme/collisions.ts'
import { MoveDialog } from '../agenda/MoveDialog.tsx'
import { movedSentence } from '../agenda/moved-sentence.ts'
import { shifted } from '../agenda/slots.ts'
import type { DraftMoves } from '../agenda/use-draft-moves.ts'
import type { ListActions } from '../content/ItemList.tsx'
import { useAllRoom } from '../shell/room.ts'
import { TimetableBar } from './TimetableBar.tsx'
import { TimetableBlock } from './TimetableBlock.tsx'
import { TimetableGrid } from './TimetableGrid.tsx'
import { TimetableTools } from './TimetableTools.tsx'
import { blocksOf, eventsOn, hoursOf } from './timetable-blocks.ts'
import { useKeptInSight } from './use-kept-in-sight.ts'
import { useTimetableDrag } from './use-timetable-drag.ts'
import { useTimetableKeys } from './use-timetable-keys.ts'

type Props = ListActions<'events'> & {
  events: AgendaEvent[]
  /** What a search leaves. */
  found: AgendaEvent[]
  rooms: Scenario[]
  /** What is moved and not saved. */
  draft: DraftMoves
  speakers: Speaker[]
  eventDay: string
  /** What stands before its tools. */
  children: ReactNode
}

/** A day of the agenda with its rooms side by side: events are moved by pointer or keys, and saved together. */
export function Timetable({ events, found, rooms, draft, speakers, eventDay, onEdit, onCopy, children }: Props) {
  useAllRoom()
  const days = [...new Set(events.map(({ day }) => day || eventDay))].toSorted()
  const [wantedDay, setDay] = useState(days[0] ?? eventDay)
  const day = days.includes(wantedDay) ? wantedDay : (days[0] ?? eventDay)
  const [wanted, setChosen] = useState<readonly string[]>([])
  const chosen = wanted.filter((id) => events.some((event) => event.id === id))
  const [isChoosing, setIsChoosing] = useState(false)
  const [opened, setOpened] = useState<AgendaEvent | null>(null)
  const [last, setLast] = useState<string[]>([])
  const [isTakenBack, setIsTakenBack] = useState(false)
  const { placed, isBusy } = draft
  const collisions = collisionsIn(placed, eventDay)

  const now = new Map(placed.map((event) => [event.id, event]))
  const ofDay = eventsOn(day, { saved: events, placed, rooms, eventDay })
  const blocks = blocksOf(ofDay, rooms, eventDay)
  const { from, to } = hoursOf(blocks)
  const foundIds = new Set(found.map(({ id }) => id))
  const { list, focusOn, onFocus, setByKey } = useKeptInSight(now, opened !== null)

  const first = Math.min(...blocks.map(({ start }) => start), to * 60) - from * 60
  const together = (id: string) => (chosen.includes(id) ? [...chosen] : [id])
  const toggle = (id: string) => setChosen(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id])

  async function saveAll() {
    if (!(await draft.save())) return
    setChosen([])
    setLast([])
  }

  function change(ids: string[], by: Parameters<DraftMoves['change']>[1]): boolean {
    const isChanged = draft.change(ids, by)
    if (!isChanged) return false
    setLast(ids)
    setIsTakenBack(false)
    return true
  }

  function discard() {
    draft.discard()
    setLast([])
    setIsTakenBack(draft.moves.size > 0)
  }

  const onKey = useTimetableKeys({
    agenda: { events: placed, rooms, days, eventDay },
    isOff: isBusy,
    isMoved: draft.moves.size > 0,
    inOrder: ofDay,
    together,
    change,
    toDay: setDay,
    toggle,
    focusOn,
    open: setOpened,
    save: () => void saveAll(),
    takeBack: () => (draft.moves.size > 0 ? discard() : setChosen([])),
  })

  const drag = useTimetableDrag({
    isOff: isBusy,
    start: (id) => {
      setByKey(false)
      return { ids: together(id), shown: now, moves: draft.moves }
    },
    move: ({ ids, shown }, minutes, columns) =>
      change(ids, ({ id }) => {
        const from = shown.get(id)
        const times = from && shifted(from, minutes)
        if (!times) return null
        const room = rooms[rooms.findIndex((other) => other.id === from.scenarioId) + columns]
        if (from.isPlenary || columns === 0) return { ...times, scenarioId: from.scenarioId }
        return room ? { ...times, scenarioId: room.id } : null
      }),
    drop: () => draft.moves.size > 0 && void saveAll(),
    cancel: ({ moves }) => {
      draft.restore(moves)
      setIsTakenBack(moves.size === 0)
    },
  })

  const lastMoves = last.flatMap((id) => draft.moves.get(id) ?? [])
  // Of what waits: moves that the server refused wait no more.
  const firstCollision = last.flatMap((id) => {
    if (!draft.moves.has(id)) return []
    const event = now.get(id)
    const [first] = collisions.get(id) ?? []
    return event && first ? [collisionSentence(event, first, rooms, speakers)] : []
  })[0]

  return (
    <div className="flex flex-col gap-3">
      <TimetableTools
        days={days}
        day={day}
        isChoosing={isChoosing || chosen.length > 0}
        onDay={setDay}
        onChoosing={() => {
          setIsChoosing(!isChoosing && chosen.length === 0)
          setChosen([])
        }}
      >
        {children}
      </TimetableTools>
      <TimetableGrid day={day} rooms={rooms} from={from} to={to} first={first}>
        <ul ref={list} className="timetable-blocks">
          {blocks.map((block) => (
            <TimetableBlock
              key={block.event.id}
              block={block}
              from={from * 60}
              room={rooms[block.column]?.name ?? 'todas las salas'}
              speakers={speakers}
              collision={collisions.get(block.event.id)?.[0]}
              rooms={rooms}
              isMoved={draft.moves.has(block.event.id)}
              isChosen={chosen.includes(block.event.id)}
              isDimmed={!foundIds.has(block.event.id)}
              onKeyDown={(key) => {
                setByKey(true)
                onKey(key, block.event)
              }}
              onFocus={() => onFocus(block.event.id)}
              onClick={(click) => {
                if (drag.endedDrag()) return
                if (isChoosing || click.ctrlKey || click.metaKey || click.shiftKey) toggle(block.event.id)
                else if (draft.moves.size === 0) setOpened(block.event)
              }}
              drag={drag.handlersOf(block.event.id)}
            />
          ))}
        </ul>
      </TimetableGrid>
      <TimetableBar
        count={draft.moves.size}
        said={[lastMoves.length > 0 ? movedSentence(lastMoves, rooms, eventDay) : '', firstCollision].filter(Boolean).join(' ')}
        isTakenBack={isTakenBack}
        chosen={chosen.length}
        isBusy={isBusy}
        onShift={(minutes) => change([...chosen], (event) => shifted(event, minutes))}
        onSave={saveAll}
        onDiscard={discard}
      />
      {opened && (
        <MoveDialog
          event={opened}
          events={events}
          scenarios={rooms}
          eventDay={eventDay}
          onEdit={() => {
            setOpened(null)
            onEdit(opened)
          }}
          onCopy={() => {
            setOpened(null)
            onCopy(opened)
          }}
          onClose={() => setOpened(null)}
        />
      )}
    </div>
  )
}
