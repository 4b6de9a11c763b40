import { readContent } from '../content/content.ts'
import type { AgendaEvent, Content, Item } from '../content/schema.ts'
import type { Db } from '../db/db.ts'
import { prepared } from '../db/prepared.ts'
import { type LinkChange, type LinkSection, linkFields } from './link-fields.ts'
import { proposalOfSpeaker } from './proposals.ts'

export type Missing = { section: LinkSection; id: string; field: string; name: string }

/** `askedAt`, `confirmedAt` and `changedAt` are ISO 8601 in UTC, or null. */
export type SpeakerStatus = {
  speaker: string
  hasLink: boolean
  askedAt: string | null
  confirmedAt: string | null
  /** The last save through the link, or of an accepted proposal. */
  changedAt: string | null
  /** Empty fields, except those that an open proposal fills in. */
  missing: Missing[]
  proposal: string | null
}

export const talksOfSpeaker = (events: readonly AgendaEvent[], speaker: string): AgendaEvent[] =>
  events.filter(({ speakerIds }) => speakerIds.includes(speaker))

function missingOf({ events }: Pick<Content, 'events'>, speaker: Item<'speakers'>): Missing[] {
  const empty = (['image', 'bio'] as const).filter((field) => speaker[field] === '')
  const bare = talksOfSpeaker(events, speaker.id).filter(({ description, isActive }) => isActive && description === '')
  return [
    ...empty.map((field) => ({ section: 'speakers' as const, id: speaker.id, field, name: speaker.name })),
    ...bare.map(({ id, title }) => ({ section: 'events' as const, id, field: 'description', name: title })),
  ]
}

export function withProposed<T extends Item<LinkSection>>(section: LinkSection, item: T, changes: readonly LinkChange[]): T {
  const fields: readonly string[] = linkFields[section]
  const itsChanges = changes.filter(
    (change) => change.section === section && change.id === item.id && fields.includes(change.field),
  )
  return { ...item, ...Object.fromEntries(itsChanges.map(({ field, after }) => [field, after])) }
}

type Row = Pick<SpeakerStatus, 'askedAt' | 'confirmedAt' | 'changedAt'> & { hasLink: number }

export function statusOfSpeaker(db: Db, content: Content, speaker: Item<'speakers'>): SpeakerStatus {
  const row = prepared<Row>(
    db,
    `SELECT EXISTS (SELECT 1 FROM speakerLinks WHERE speaker = @id) AS hasLink,
       (SELECT askedAt FROM speakerStates WHERE speaker = @id) AS askedAt,
       (SELECT confirmedAt FROM speakerStates WHERE speaker = @id) AS confirmedAt,
       (SELECT max(savedAt) FROM revisions WHERE savedBySpeaker = @id) AS changedAt`,
  ).get({ id: speaker.id })
  const { hasLink = 0, ...times } = row ?? { askedAt: null, confirmedAt: null, changedAt: null }
  const last = proposalOfSpeaker(db, speaker.id)
  const open = last?.accepted === null ? last : null
  const changes = open?.changes ?? []
  const events = talksOfSpeaker(content.events, speaker.id).map((talk) => withProposed('events', talk, changes))
  const missing = missingOf({ events }, withProposed('speakers', speaker, changes))
  return { speaker: speaker.id, hasLink: hasLink === 1, ...times, missing, proposal: open?.id ?? null }
}

export function listSpeakerStatus(db: Db): SpeakerStatus[] {
  const { content } = readContent(db)
  return content.speakers.map((speaker) => statusOfSpeaker(db, content, speaker))
}
