import { useStore } from '@nanostores/react'
import { Events } from '../agenda/Events.tsx'
import { Scenarios } from '../agenda/Scenarios.tsx'
import { $itemToOpen } from '../content/item-to-open.ts'
import { SubTabs } from '../shell/SubTabs.tsx'
import type { TabProps } from '../shell/tab-props.ts'

const views = [
  { key: 'scenarios', label: 'Escenarios', View: Scenarios },
  { key: 'events', label: 'Eventos', View: Events },
] as const

/** Where and when: scenarios, and the events in them. */
export function Agenda(props: TabProps) {
  const wanted = useStore($itemToOpen)
  return <SubTabs label="Agenda" views={views} wanted={wanted?.collection} {...props} />
}
