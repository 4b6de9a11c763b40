import type { AgendaEvent, Scenario } from '../../data/content/schema.ts'

type Cell = { scenario: Scenario; events: AgendaEvent[]; rows: number }

/** `wide` has sessions across all columns. */
type Row = { time: string; wide: AgendaEvent[]; cells: Cell[] }

type Timetable = { scenarios: Scenario[]; rows: Row[] }

/**
 * `events` are the sessions of one day, sorted by start. `ends` are HH:mm by session id. Sessions for all rooms are wide, and no
 * cell continues below them. If sessions start in only one room, nothing else runs, and they end by the next start, they are wide
 * too. A room with only wide sessions has no column.
 */
export function timetable(events: AgendaEvent[], scenarios: Scenario[], ends: ReadonlyMap<string, string>): Timetable {
  const roomIds = new Set(scenarios.map(({ id }) => id))
  const spansAll = ({ isPlenary, scenarioId }: AgendaEvent) => isPlenary || !roomIds.has(scenarioId)
  const usedIds = new Set(events.filter((event) => !spansAll(event)).map(({ scenarioId }) => scenarioId))
  const used = scenarios.filter(({ id }) => usedIds.has(id))
  const rows: Row[] = []
  let running: (Cell | undefined)[] = []
  const times = [...Map.groupBy(events, ({ startTime }) => startTime)]
  for (const [index, [time, together]] of times.entries()) {
    const plenary = together.filter(spansAll)
    const others = together.filter((event) => !spansAll(event))
    const goesOn = (cell: Cell | undefined, at: string) => cell?.events.some(({ id }) => (ends.get(id) ?? '') > at) === true
    if (plenary.length > 0) {
      rows.push({ time, wide: plenary, cells: [] })
      running = []
    }
    if (others.length === 0) continue
    const cells: Cell[] = []
    running = used.map((scenario, column) => {
      const starting = others.filter(({ scenarioId }) => scenarioId === scenario.id)
      const above = running[column]
      if (starting.length === 0 && above && goesOn(above, time)) {
        above.rows++
        return above
      }
      const cell = { scenario, events: starting, rows: 1 }
      cells.push(cell)
      return cell
    })
    const [only, ...more] = cells.filter((cell) => cell.events.length > 0)
    const isAlone = used.length > 1 && cells.length === used.length && more.length === 0
    if (only && isAlone && !goesOn(only, times[index + 1]?.[0] ?? '99')) {
      rows.push({ time, wide: only.events, cells: [] })
      running = []
    } else rows.push({ time, wide: [], cells })
  }
  const inCells = new Set(
    rows.flatMap(({ cells }) => cells.flatMap(({ scenario, events }) => (events.length > 0 ? [scenario] : []))),
  )
  return inCells.size < used.length
    ? timetable(
        events,
        used.filter((scenario) => inCells.has(scenario)),
        ends,
      )
    : { scenarios: used, rows }
}
