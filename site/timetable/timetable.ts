import type { AgendaEvent, Scenario } from '../../data/content/schema.ts'

/** What starts in a room at a row's time, and over how many rows it goes on. */
type Cell = { scenario: Scenario; events: AgendaEvent[]; rows: number }

/** A row of the timetable: what is for all rooms, or a cell for each room in which nothing from an earlier row goes on. */
type Row = { time: string; plenary: AgendaEvent[]; cells: Cell[] }

/** The rooms that are used, and a row for each time at which something starts; two where some of it is for all rooms. */
type Timetable = { scenarios: Scenario[]; rows: Row[] }

/**
 * One day by time and room. Events come sorted by start time and keep that order; `ends` says when each is over (HH:mm, by id),
 * empty where nobody knows. What is for all rooms begins anew below itself: nothing goes on beside it.
 */
export function timetable(events: AgendaEvent[], scenarios: Scenario[], ends: ReadonlyMap<string, string>): Timetable {
  const known = new Set(scenarios.map(({ id }) => id))
  const spansAll = ({ isPlenary, scenarioId }: AgendaEvent) => isPlenary || !known.has(scenarioId)
  const usedIds = new Set(events.filter((event) => !spansAll(event)).map(({ scenarioId }) => scenarioId))
  const used = scenarios.filter(({ id }) => usedIds.has(id))
  const rows: Row[] = []
  let running: (Cell | undefined)[] = []
  for (const [time, starting] of startingTogether(events)) {
    const plenary = starting.filter(spansAll)
    const others = starting.filter((event) => !spansAll(event))
    if (plenary.length > 0) {
      rows.push({ time, plenary, cells: [] })
      running = []
    }
    if (others.length === 0) continue
    const cells: Cell[] = []
    running = used.map((scenario, column) => {
      const own = others.filter(({ scenarioId }) => scenarioId === scenario.id)
      const above = running[column]
      // Times are HH:mm, so they sort as texts.
      if (own.length === 0 && above?.events.some(({ id }) => (ends.get(id) ?? '') > time)) {
        above.rows++
        return above
      }
      const cell = { scenario, events: own, rows: 1 }
      cells.push(cell)
      return cell
    })
    rows.push({ time, plenary: [], cells })
  }
  return { scenarios: used, rows }
}

function startingTogether(events: AgendaEvent[]): Map<string, AgendaEvent[]> {
  return Map.groupBy(events, ({ startTime }) => startTime)
}
