/** What the timetable draws. Pure functions. */

import type { AgendaEvent, Scenario } from '../../../data/content/schema.ts'
import { listOrder } from '../../../data/programme/public-content.ts'
import { spansOf } from '../agenda/slots.ts'

/**
 * An event as a block: its times in minutes since the day began, the column of its room (-1 where it goes over all of them), and
 * which of how many side by side it is where several are in one room at one time.
 */
export type Block = { event: AgendaEvent; start: number; end: number; column: number; lane: number; lanes: number }

type Rooms = readonly Pick<Scenario, 'id'>[]
type Agenda = { saved: readonly AgendaEvent[]; placed: readonly AgendaEvent[]; rooms: Rooms; eventDay: string }

/**
 * The events of a day (yyyy-MM-dd) as they are `placed`, in the order in which they are saved: what moves does not change its place
 * among the others, nor lose the focus.
 */
export function eventsOn(day: string, { saved, placed, rooms, eventDay }: Agenda): AgendaEvent[] {
  const now = new Map(placed.map((event) => [event.id, event]))
  const order = new Map(rooms.map(({ id }, index) => [id, index]))
  return saved
    .toSorted(
      (a, b) =>
        a.startTime.localeCompare(b.startTime) ||
        (order.get(a.scenarioId) ?? -1) - (order.get(b.scenarioId) ?? -1) ||
        listOrder(eventDay)(a, b),
    )
    .flatMap(({ id }) => now.get(id) ?? [])
    .filter((event) => (event.day || eventDay) === day)
}

/** The blocks of one day's events, in the order of that list. */
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

/** Lays blocks of one room that overlap side by side, each as far to the left as there is place. */
function giveLanes(blocks: Block[]): void {
  let together: Block[] = []
  let end = 0
  const close = () => {
    const lanes = Math.max(0, ...together.map(({ lane }) => lane)) + 1
    for (const block of together) block.lanes = lanes
    together = []
  }
  for (const block of blocks.toSorted((a, b) => a.start - b.start)) {
    if (block.start >= end) close()
    const taken = new Set(together.filter((other) => other.end > block.start).map(({ lane }) => lane))
    while (taken.has(block.lane)) block.lane += 1
    together.push(block)
    end = Math.max(end, block.end)
  }
  close()
}

/** From which hour to which the timetable goes: an hour more than there is at each end, so that there is room to move to. */
export function hoursOf(blocks: readonly Pick<Block, 'start' | 'end'>[]): { from: number; to: number } {
  if (blocks.length === 0) return { from: 8, to: 18 }
  const from = Math.floor(Math.min(...blocks.map(({ start }) => start)) / 60) - 1
  const to = Math.ceil(Math.max(...blocks.map(({ end }) => end)) / 60) + 1
  return { from: Math.max(0, from), to: Math.min(30, to) }
}
