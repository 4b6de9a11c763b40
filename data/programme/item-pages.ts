/**
 * What the page of each talk and of each speaker shows, and nothing else: a page is made again when this is different. Pure functions: the
 * caller reads.
 */

import type { Offer } from '../content/places.ts'
import type { AgendaEvent, Content, Info, PageSection, Speaker } from '../content/schema.ts'
import { keptFor, keptWith } from '../memo.ts'
import { dayOf } from '../zone.ts'
import { daysOf } from './days.ts'
import { listedEvents, type PublicContent } from './public-content.ts'
import { sessionSpans } from './spans.ts'

/** What the pages have in common: of the conference, its foot and its menu. */
export type Surroundings = Pick<PublicContent, 'event' | 'layout' | 'editions'> & {
  hero: Pick<Content['hero'], 'title' | 'headerLogo' | 'description' | 'location' | 'eventDate'>
  look: Pick<Content['look'], 'accent' | 'pattern'>
  about: Pick<Content['about'], 'stat1Number' | 'stat1Label' | 'stat2Number' | 'stat2Label'>
  info: Pick<Info, 'id' | 'title' | 'isInMenu'>[]
  hasNotice: boolean
  isOver: boolean
}

/** A talk as another page names it: `start` and `end` as entered (HH:mm). `end` and `room` may be empty. */
type TalkInBrief = { slug: string; title: string; day: string; start: string; end: string; room: string }

export type SpeakerInBrief = Pick<Speaker, 'id' | 'slug' | 'name' | 'title' | 'company' | 'image'>

/** `starts` and `ends` are instants (ISO 8601 in UTC); `before` and `after` are what its room has around it on that day. */
export type TalkPage = TalkInBrief &
  Pick<AgendaEvent, 'id' | 'description' | 'language' | 'level' | 'track' | 'createdAt' | 'updatedAt'> & {
    starts: string
    ends: string
    speakers: SpeakerInBrief[]
    before: TalkInBrief | null
    after: TalkInBrief | null
  }

export type SpeakerPage = SpeakerInBrief &
  Pick<Speaker, 'bio' | 'linkedinUrl' | 'twitterUrl' | 'links'> & { talks: TalkInBrief[] }

/** What one page is made from. */
export type ItemPage = { around: Surroundings } & ({ talk: TalkPage } | { speaker: SpeakerPage })

/** What the pages of talks and speakers have in common, from what visitors see; `offer` is what they are told of registering. */
export function surroundingsOf(content: PublicContent, offer: Offer['state']): Surroundings {
  const { title, headerLogo, description, location, eventDate } = content.hero
  const { stat1Number, stat1Label, stat2Number, stat2Label } = content.about
  return {
    hero: { title, headerLogo, description, location, eventDate },
    event: content.event,
    layout: { sections: withoutEmpty(content) },
    editions: content.editions,
    look: { accent: content.look.accent, pattern: content.look.pattern },
    about: { stat1Number, stat1Label, stat2Number, stat2Label },
    info: content.info.map(({ id, title, isInMenu }) => ({ id, title, isInMenu })),
    hasNotice: content.privacy.notice !== '',
    isOver: offer === 'over',
  }
}

/** The sections, hidden where the landing page leaves them out once the conference has begun: there is nothing in them. */
function withoutEmpty({ layout, now, speakers, events, partners }: PublicContent): Content['layout']['sections'] {
  if (now.moment === 'before') return layout.sections
  const has = (category: string) => partners.some((partner) => partner.category === category)
  const isEmpty: Partial<Record<PageSection, boolean>> = {
    speakers: speakers.length === 0,
    agenda: events.length === 0,
    allies: !has('aliado'),
    sponsors: !has('patrocinador'),
  }
  return layout.sections.map(({ key, isVisible }) => ({ key, isVisible: isVisible && !isEmpty[key] }))
}

/**
 * What the pages of all talks and speakers that have an address show, in the order of the lists; of talks none where the agenda
 * is hidden.
 */
export function itemPages(content: PublicContent, timeZone: string): { talks: TalkPage[]; speakers: SpeakerPage[] } {
  const { hero, event, scenarios, speakers } = content
  const events = listedEvents(content)
  const spans = sessionSpans({ hero, event, events }, timeZone)
  const roomOf = new Map(scenarios.map(({ id, name }) => [id, name]))
  const speakerOf = new Map(speakers.map((speaker) => [speaker.id, speaker]))
  const brief = new Map<string, TalkInBrief>()
  const neighbours = new Map<string, Pick<TalkPage, 'before' | 'after'>>()
  for (const { day, events: listed } of daysOf(events, dayOf(timeZone, hero.eventDate))) {
    for (const talk of listed) {
      const { id, slug, title, startTime: start, endTime: end, scenarioId } = talk
      const room = roomOf.get(scenarioId) ?? ''
      brief.set(
        id,
        keepBrief(talk, [day, room], () => ({ slug, title, day, start, end, room })),
      )
    }
    for (const [id, around] of neighboursOn(listed, brief)) neighbours.set(id, around)
  }
  const talks = events.flatMap((talk): TalkPage[] => {
    const named = brief.get(talk.id)
    if (!named?.slug) return []
    const { id, description, language, level, track, createdAt, updatedAt } = talk
    const { start: starts = '', end: ends = '' } = spans.get(id) ?? {}
    const people = talk.speakerIds.flatMap((speaker) => speakerOf.get(speaker) ?? []).map(inBrief)
    const { before = null, after = null } = neighbours.get(id) ?? {}
    const make = () =>
      Object.freeze({
        ...{ ...named, id, description, language, level, track, createdAt, updatedAt, starts, ends, before, after },
        speakers: people,
      })
    return [keepTalk(talk, [named, starts, ends, before, after, ...people], make)]
  })
  const talksOf = new Map<string, TalkInBrief[]>()
  for (const { id, speakerIds } of events) {
    const talk = brief.get(id)
    if (talk) for (const speaker of speakerIds) talksOf.set(speaker, [...(talksOf.get(speaker) ?? []), talk])
  }
  const people = speakers.flatMap((speaker): SpeakerPage[] => {
    if (!speaker.slug) return []
    const { bio, linkedinUrl, twitterUrl, links } = speaker
    const talks = talksOf.get(speaker.id) ?? []
    const make = () => Object.freeze({ ...inBrief(speaker), bio, linkedinUrl, twitterUrl, links, talks })
    return [keepSpeaker(speaker, talks, make)]
  })
  return { talks, speakers: people }
}

/** The same for the same talk or speaker: whoever keeps a page by what it shows need not look into it. */
const keepBrief = keptWith<AgendaEvent, TalkInBrief>()
const keepTalk = keptWith<AgendaEvent, TalkPage>()
const keepSpeaker = keptWith<Speaker, SpeakerPage>()

const inBrief = keptFor(
  ({ id, slug, name, title, company, image }: Speaker): SpeakerInBrief => ({ id, slug, name, title, company, image }),
)

/** What comes before and after each talk of one day in its room, to which what is for everybody belongs; nothing for what has no room. */
function neighboursOn(
  listed: AgendaEvent[],
  brief: Map<string, TalkInBrief>,
): [id: string, Pick<TalkPage, 'before' | 'after'>][] {
  const inTime = listed.toSorted((a, b) => a.startTime.localeCompare(b.startTime))
  const rooms = new Set(listed.map(({ scenarioId }) => scenarioId).filter(Boolean))
  return [...rooms].flatMap((room) => {
    const there = inTime.filter(({ scenarioId, isPlenary }) => scenarioId === room || (isPlenary && scenarioId === ''))
    return there.flatMap((talk, index): [string, Pick<TalkPage, 'before' | 'after'>][] => {
      if (talk.scenarioId !== room) return []
      const named = (other: AgendaEvent | undefined) => (other && brief.get(other.id)) ?? null
      return [[talk.id, { before: named(there[index - 1]), after: named(there[index + 1]) }]]
    })
  })
}
