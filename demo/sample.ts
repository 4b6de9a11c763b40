/** Items of a sample refer to each other by key, because they have no ids yet. */
import type { itemDefaults } from '../data/content/defaults.ts'
import type { CollectionKey, Content, ItemFields } from '../data/content/schema.ts'
import { dayAfter } from '../data/zone.ts'
import type { Look } from './pictures/look.ts'

type Optional<K extends CollectionKey> = keyof (typeof itemDefaults)[K] & keyof ItemFields<K>

/** Fields with a default may be missing. The order of a list is its display order. */
export type NewItem<K extends CollectionKey> = Omit<ItemFields<K>, Optional<K>> & Partial<Pick<ItemFields<K>, Optional<K>>>

/** `daysLater` is the number of days after the first day. */
export type SampleEvent = Omit<NewItem<'events'>, 'scenarioId' | 'speakerId' | 'speakerIds' | 'day'> & {
  scenario?: string
  speaker?: string
  speakers?: string[]
  daysLater?: number
}

export type Sample = {
  sections: { [K in 'hero' | 'about' | 'benefits' | 'segments']: Partial<Content[K]> }
  /** `nameIn` appends the year to the name. */
  conference: Partial<Content['event']> & { name: string }
  speakers: Record<string, NewItem<'speakers'>>
  looks: Record<string, Look>
  scenarios: Record<string, NewItem<'scenarios'>>
  events: SampleEvent[]
  partners: NewItem<'partners'>[]
  questions?: Record<string, NewItem<'questions'>>
  logoOf: (partner: string) => Promise<string>
}

/** Replaces the keys of the room and speakers with ids. `firstDay` is yyyy-MM-dd. */
export function withIds(
  { scenario, speaker, speakers, daysLater, ...event }: SampleEvent,
  firstDay: string,
  idOf: (key: string) => string,
) {
  const speakerIds = (speakers ?? (speaker ? [speaker] : [])).map(idOf)
  const day = daysLater ? dayAfter(firstDay, daysLater) : ''
  return { ...event, day, scenarioId: scenario ? idOf(scenario) : '', speakerIds, speakerId: speakerIds[0] ?? '' }
}
