import { useState } from 'react'
import { Events } from '../agenda/Events.tsx'
import { Scenarios } from '../agenda/Scenarios.tsx'
import { SubTabs } from '../SubTabs.tsx'

const views = [
  { key: 'scenarios', label: 'Escenarios', View: Scenarios },
  { key: 'events', label: 'Eventos', View: Events },
] as const

/** Where and when: scenarios, and the events in them. */
export function Agenda() {
  const [current, setCurrent] = useState<(typeof views)[number]['key']>('scenarios')
  const View = views.find(({ key }) => key === current)?.View
  return (
    <SubTabs label="Agenda" current={current} tabs={views} onOpen={setCurrent}>
      {View && <View />}
    </SubTabs>
  )
}
