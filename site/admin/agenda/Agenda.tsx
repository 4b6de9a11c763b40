import { useStore } from '@nanostores/react'
import { $itemToOpen } from '../content/item-to-open.ts'
import { SubTabs } from '../shell/SubTabs.tsx'
import type { TabProps } from '../shell/tab-props.ts'
import { Events } from './Events.tsx'
import { Scenarios } from './Scenarios.tsx'

const views = [
  { key: 'scenarios', label: 'Escenarios', View: Scenarios },
  { key: 'events', label: 'Eventos', View: Events },
] as const

/** Where and when: scenarios, and the events in them. */
export function Agenda(props: TabProps) {
  const wanted = useStore($itemToOpen)
  return <SubTabs label="Agenda" views={views} wanted={wanted?.collection} {...props} />
}
