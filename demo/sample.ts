/** What a sample conference is made of. Speakers, rooms and events name each other by keys of their own. */
import type { itemDefaults } from '../data/content/defaults.ts'
import type { CollectionKey, Content, ItemFields } from '../data/content/schema.ts'
import { dayAfter } from '../data/zone.ts'
import type { Look } from './pictures/look.ts'

type Optional<K extends CollectionKey> = keyof (typeof itemDefaults)[K] & keyof ItemFields<K>

/** An item as the API accepts it: fields with a default may be left out. Items are shown in the order given. */
export type NewItem<K extends CollectionKey> = Omit<ItemFields<K>, Optional<K>> & Partial<Pick<ItemFields<K>, Optional<K>>>

/** `speaker` is one alone, `daysLater` how many days after the first it is held. */
export type SampleEvent = Omit<NewItem<'events'>, 'scenarioId' | 'speakerId' | 'speakerIds' | 'day'> & {
  scenario?: string
  speaker?: string
  speakers?: string[]
  daysLater?: number
}

export type Sample = {
  sections: { [K in 'hero' | 'about' | 'benefits' | 'segments']: Partial<Content[K]> }
  /** What its settings say beside its name, which is followed by its year. */
  conference: Partial<Content['event']> & { name: string }
  speakers: Record<string, NewItem<'speakers'>>
  /** Of those speakers who have sent a portrait. */
  looks: Record<string, Look>
  scenarios: Record<string, NewItem<'scenarios'>>
  events: SampleEvent[]
  partners: NewItem<'partners'>[]
  logoOf: (partner: string) => Promise<string>
}

/** An event with the ids of what it names, on its day; the first day is `firstDay` (yyyy-MM-dd), which needs not be said. */
export function withIds(
  { scenario, speaker, speakers, daysLater, ...event }: SampleEvent,
  firstDay: string,
  idOf: (key: string) => string,
) {
  const speakerIds = (speakers ?? (speaker ? [speaker] : [])).map(idOf)
  const day = daysLater ? dayAfter(firstDay, daysLater) : ''
  return { ...event, day, scenarioId: scenario ? idOf(scenario) : '', speakerIds, speakerId: speakerIds[0] ?? '' }
}
