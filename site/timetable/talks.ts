import type { AgendaEvent, Scenario } from '../../data/content/schema.ts'
import { dayIn } from '../text/dates.ts'

export type Talk = { id: string; slug: string; title: string; when: string }

export function talksOf(events: AgendaEvent[], scenarios: Scenario[], eventDay: string): Record<string, Talk[]> {
  const roomOf = new Map(scenarios.map(({ id, name }) => [id, name]))
  const talks: Record<string, Talk[]> = {}
  for (const { id, slug, title, day, startTime, scenarioId, speakerIds } of events) {
    const when = [dayIn(day || eventDay, 'EEE d MMM'), startTime, roomOf.get(scenarioId)].filter(Boolean).join(' · ')
    for (const speaker of speakerIds) {
      talks[speaker] ??= []
      talks[speaker].push({ id, slug, title, when })
    }
  }
  return talks
}
