import { Events } from '../agenda/Events.tsx'
import { Scenarios } from '../agenda/Scenarios.tsx'
import type { TabProps } from '../tab-props.ts'
import { SubTabs } from '../ui/SubTabs.tsx'

const views = [
  { key: 'scenarios', label: 'Escenarios', View: Scenarios },
  { key: 'events', label: 'Eventos', View: Events },
] as const

/** Where and when: scenarios, and the events in them. */
export function Agenda(props: TabProps) {
  return <SubTabs label="Agenda" views={views} {...props} />
}
