import type { AgendaEvent, Scenario } from '../../data/content/schema.ts'

type Cell = { scenario: Scenario; events: AgendaEvent[]; rows: number }

type Row = { time: string; plenary: AgendaEvent[]; cells: Cell[] }

type Timetable = { scenarios: Scenario[]; rows: Row[] }

/** `events` are those of one day, sorted by start. `ends` are HH:mm by session id. */
export function timetable(events: AgendaEvent[], scenarios: Scenario[], ends: ReadonlyMap<string, string>): Timetable {
  const roomIds = new Set(scenarios.map(({ id }) => id))
  const spansAll = ({ isPlenary, scenarioId }: AgendaEvent) => isPlenary || !roomIds.has(scenarioId)
  const usedIds = new Set(events.filter((event) => !spansAll(event)).map(({ scenarioId }) => scenarioId))
  const used = scenarios.filter(({ id }) => usedIds.has(id))
  const rows: Row[] = []
  let running: (Cell | undefined)[] = []
  for (const [time, together] of Map.groupBy(events, ({ startTime }) => startTime)) {
    const plenary = together.filter(spansAll)
    const others = together.filter((event) => !spansAll(event))
    if (plenary.length > 0) {
      rows.push({ time, plenary, cells: [] })
      running = []
    }
    if (others.length === 0) continue
    const cells: Cell[] = []
    running = used.map((scenario, column) => {
      const starting = others.filter(({ scenarioId }) => scenarioId === scenario.id)
      const above = running[column]
      if (starting.length === 0 && above?.events.some(({ id }) => (ends.get(id) ?? '') > time)) {
        above.rows++
        return above
      }
      const cell = { scenario, events: starting, rows: 1 }
      cells.push(cell)
      return cell
    })
    rows.push({ time, plenary: [], cells })
  }
  return { scenarios: used, rows }
}
