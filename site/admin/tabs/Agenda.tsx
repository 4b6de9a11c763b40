import { useStore } from '@nanostores/react'
import { Events } from '../agenda/Events.tsx'
import { Scenarios } from '../agenda/Scenarios.tsx'
import { $itemToOpen } from '../stores/item-to-open.ts'
import type { TabProps } from '../tab-props.ts'
import { SubTabs } from '../ui/SubTabs.tsx'

const views = [
  { key: 'scenarios', label: 'Escenarios', View: Scenarios },
  { key: 'events', label: 'Eventos', View: Events },
] as const

/** Where and when: scenarios, and the events in them. */
export function Agenda(props: TabProps) {
  const wanted = useStore($itemToOpen)
  return <SubTabs label="Agenda" views={views} wanted={wanted?.collection} {...props} />
}
