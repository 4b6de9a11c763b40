import type { AgendaEvent, Scenario } from '../../data/schema.ts'

/** A row for each time at which something starts, with what starts then in each scenario that has events at all. */
export type Timetable = { scenarios: Scenario[]; rows: { time: string; cells: AgendaEvent[][] }[] }

/** The agenda by time and place. Events come sorted by start time and keep that order. */
export function timetable(events: AgendaEvent[], scenarios: Scenario[]): Timetable {
  const used = scenarios.filter(({ id }) => events.some(({ scenarioId }) => scenarioId === id))
  const times = [...new Set(events.map(({ startTime }) => startTime))]
  const rows = times.map((time) => ({
    time,
    cells: used.map(({ id }) => events.filter((event) => event.startTime === time && event.scenarioId === id)),
  }))
  return { scenarios: used, rows }
}
