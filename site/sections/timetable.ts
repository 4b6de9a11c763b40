import type { AgendaEvent, Scenario } from '../../data/schema.ts'

/** What starts in a scenario at a row's time, and over how many rows it goes on. */
type Cell = { scenario: Scenario; events: AgendaEvent[]; rows: number }

/** A row for each time at which something starts; a cell for each scenario in which nothing from an earlier row goes on. */
export type Timetable = { scenarios: Scenario[]; rows: { time: string; cells: Cell[] }[] }

/** The agenda by time and place, of the scenarios that have events at all. Events come sorted by start time and keep that order. */
export function timetable(events: AgendaEvent[], scenarios: Scenario[]): Timetable {
  const used = scenarios.filter(({ id }) => events.some(({ scenarioId }) => scenarioId === id))
  const times = [...new Set(events.map(({ startTime }) => startTime))]
  const columns = used.map((scenario) => column(scenario, events, times))
  const rows = times.map((time, row) => ({ time, cells: columns.flatMap((cells) => cells[row] ?? []) }))
  return { scenarios: used, rows }
}

/** A scenario's cell for each time, null where the one above goes on. */
function column(scenario: Scenario, events: AgendaEvent[], times: string[]): (Cell | null)[] {
  const startingAt = (time: string) => events.filter((event) => event.startTime === time && event.scenarioId === scenario.id)
  let last: Cell | null = null
  return times.map((time) => {
    const starting = startingAt(time)
    // Times are HH:mm, so they sort as texts.
    if (starting.length === 0 && last?.events.some(({ endTime }) => endTime > time)) {
      last.rows++
      return null
    }
    last = { scenario, events: starting, rows: 1 }
    return last
  })
}
