import type { AgendaEvent, Scenario } from '../../../data/content/schema.ts'
import { listOrder } from '../../../data/programme/public-content.ts'
import { spansOf } from '../agenda/slots.ts'

/** Must equal `--minute` in `timetable.css`. */
export const minuteHeightPx = 2

/** `start` and `end` are minutes since the day began. `column` is -1 if the event is in all rooms. */
export type Block = { event: AgendaEvent; start: number; end: number; column: number; lane: number; lanes: number }

type Rooms = readonly Pick<Scenario, 'id'>[]
type Agenda = { savedEvents: readonly AgendaEvent[]; draftEvents: readonly AgendaEvent[]; rooms: Rooms; eventDay: string }

/** Returns the events in their saved order, so that a moved event keeps its position in the DOM and the focus. */
export function eventsOn(day: string, { savedEvents, draftEvents, rooms, eventDay }: Agenda): AgendaEvent[] {
  const draftById = new Map(draftEvents.map((event) => [event.id, event]))
  const order = new Map(rooms.map(({ id }, index) => [id, index]))
  return savedEvents
    .toSorted(
      (a, b) =>
        a.startTime.localeCompare(b.startTime) ||
        (order.get(a.scenarioId) ?? -1) - (order.get(b.scenarioId) ?? -1) ||
        listOrder(eventDay)(a, b),
    )
    .flatMap(({ id }) => draftById.get(id) ?? [])
    .filter((event) => (event.day || eventDay) === day)
}

export function blocksOf(events: readonly AgendaEvent[], rooms: Rooms, eventDay: string): Block[] {
  const spans = spansOf(events, eventDay)
  const columns = new Map(rooms.map(({ id }, index) => [id, index]))
  const blocks = events.map((event): Block => {
    const { start, end } = spans.get(event.id) ?? { start: 0, end: 0 }
    const column = event.isPlenary ? -1 : (columns.get(event.scenarioId) ?? -1)
    return { event, start, end, column, lane: 0, lanes: 1 }
  })
  for (const column of new Set(blocks.map((block) => block.column))) giveLanes(blocks.filter((block) => block.column === column))
  return blocks
}

function giveLanes(blocks: Block[]): void {
  let together: Block[] = []
  let lastEnd = 0
  const close = () => {
    const lanes = Math.max(0, ...together.map(({ lane }) => lane)) + 1
    for (const block of together) block.lanes = lanes
    together = []
  }
  for (const block of blocks.toSorted((a, b) => a.start - b.start)) {
    if (block.start >= lastEnd) close()
    const takenLanes = new Set(together.filter((other) => other.end > block.start).map(({ lane }) => lane))
    while (takenLanes.has(block.lane)) block.lane += 1
    together.push(block)
    lastEnd = Math.max(lastEnd, block.end)
  }
  close()
}

export function hoursOf(blocks: readonly Pick<Block, 'start' | 'end'>[]): { from: number; to: number } {
  if (blocks.length === 0) return { from: 8, to: 18 }
  const from = Math.floor(Math.min(...blocks.map(({ start }) => start)) / 60) - 1
  const to = Math.ceil(Math.max(...blocks.map(({ end }) => end)) / 60) + 1
  return { from: Math.max(0, from), to: Math.min(30, to) }
}
