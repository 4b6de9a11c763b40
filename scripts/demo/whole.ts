import { randomUUID } from 'node:crypto'
import { itemDefaults, sectionDefaults } from '../../data/defaults.ts'
import type { Content } from '../../data/schema.ts'
import { eventDateAfter, events, partners, scenarios, sections, speakers } from './content.ts'

/** Ids as the API makes them, which weigh on the page. */
const ids = new Map<string, string>()
function idOf(key: string): string {
  const id = ids.get(key) ?? randomUUID()
  ids.set(key, id)
  return id
}

const identity = (key: string) => ({
  id: idOf(key),
  createdAt: '2025-01-01T00:00:00.000Z',
  updatedAt: '2025-01-01T00:00:00.000Z',
})

/** The demo as the page gets it, for measurements that need no server. */
export function demoContent(): Content {
  return {
    ...sectionDefaults,
    ...sections,
    hero: { ...sectionDefaults.hero, ...sections.hero, eventDate: eventDateAfter(new Date()) },
    about: { ...sectionDefaults.about, ...sections.about },
    speakers: Object.entries(speakers).map(([id, speaker]) => ({ ...itemDefaults.speakers, ...speaker, ...identity(id) })),
    scenarios: Object.entries(scenarios).map(([id, scenario]) => ({ ...itemDefaults.scenarios, ...scenario, ...identity(id) })),
    events: events.map(({ scenario, speaker, ...event }, index) => ({
      ...itemDefaults.events,
      ...event,
      scenarioId: idOf(scenario),
      speakerId: speaker ? idOf(speaker) : '',
      ...identity(`event-${index}`),
    })),
    partners: partners.map((partner, index) => ({ ...itemDefaults.partners, ...partner, ...identity(`partner-${index}`) })),
  }
}
