import type { Availability } from '../content/places.ts'
import type { AgendaEvent, Content, Info, PageSection, Speaker } from '../content/schema.ts'
import { memoCache, memoized } from '../memo.ts'
import { dayOf } from '../zone.ts'
import { daysOf } from './days.ts'
import { listedEvents, type PublicContent } from './public-content.ts'
import { sessionSpans } from './spans.ts'
import { timelineOf } from './timeline.ts'

export type Surroundings = Pick<PublicContent, 'event' | 'layout' | 'editions' | 'notice'> & {
  hero: Pick<Content['hero'], 'title' | 'headerLogo' | 'description' | 'location' | 'eventDate'>
  look: Pick<Content['look'], 'accent' | 'pattern'>
  about: Pick<Content['about'], 'stat1Number' | 'stat1Label' | 'stat2Number' | 'stat2Label'>
  info: Pick<Info, 'id' | 'title' | 'isInMenu'>[]
  hasNotice: boolean
  isOver: boolean
}

/** `start` and `end` are HH:mm, `end` and `room` may be empty. */
type TalkSummary = { slug: string; title: string; day: string; start: string; end: string; room: string }

export type SpeakerSummary = Pick<Speaker, 'id' | 'slug' | 'name' | 'title' | 'company' | 'image'>

/** `starts` and `ends` are ISO 8601 in UTC. `before` and `after` are the neighbouring talks in the room. */
export type TalkPage = TalkSummary &
  Pick<
    AgendaEvent,
    'id' | 'description' | 'language' | 'level' | 'track' | 'slidesUrl' | 'recordingUrl' | 'createdAt' | 'updatedAt'
  > & {
    starts: string
    ends: string
    /** Null if the session needs no reservation or is over. */
    availability: Availability | null
    speakers: SpeakerSummary[]
    before: TalkSummary | null
    after: TalkSummary | null
  }

export type SpeakerPage = SpeakerSummary &
  Pick<Speaker, 'bio' | 'linkedinUrl' | 'twitterUrl' | 'links'> & { talks: TalkSummary[] }

export type ItemPage = { around: Surroundings } & ({ talk: TalkPage } | { speaker: SpeakerPage })

export function surroundingsOf(content: PublicContent): Surroundings {
  const { title, headerLogo, description, location, eventDate } = content.hero
  const { stat1Number, stat1Label, stat2Number, stat2Label } = content.about
  return {
    hero: { title, headerLogo, description, location, eventDate },
    event: content.event,
    layout: { sections: withoutEmpty(content) },
    editions: content.editions,
    notice: content.notice,
    look: { accent: content.look.accent, pattern: content.look.pattern },
    about: { stat1Number, stat1Label, stat2Number, stat2Label },
    info: content.info.map(({ id, title, isInMenu }) => ({ id, title, isInMenu })),
    hasNotice: content.privacy.notice !== '',
    isOver: content.offer.state === 'over',
  }
}

/** Returns for each day when open pages load live changes, in Unix seconds: from two hours before the start to the end. */
export const followingOf = (content: PublicContent, timeZone: string): [opens: number, ends: number][] =>
  timelineOf(content, timeZone).days.map(({ opens, ends }) => [opens / 1000, ends / 1000])

/** Hides empty sections once the conference has begun, as the landing page does. */
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

export function itemPages(content: PublicContent, timeZone: string): { talks: TalkPage[]; speakers: SpeakerPage[] } {
  const { hero, event, scenarios, speakers } = content
  const events = listedEvents(content)
  const spans = sessionSpans({ hero, event, events }, timeZone)
  const roomOf = new Map(scenarios.map(({ id, name }) => [id, name]))
  const speakerOf = new Map(speakers.map((speaker) => [speaker.id, speaker]))
  const summaries = new Map<string, TalkSummary>()
  const neighbours = new Map<string, Pick<TalkPage, 'before' | 'after'>>()
  for (const { day, events: dayEvents } of daysOf(events, dayOf(timeZone, hero.eventDate))) {
    for (const talk of dayEvents) {
      const { id, slug, title, startTime: start, endTime: end, scenarioId } = talk
      const room = roomOf.get(scenarioId) ?? ''
      summaries.set(
        id,
        keepSummary(talk, [day, room], () => ({ slug, title, day, start, end, room })),
      )
    }
    for (const [id, around] of neighboursOn(dayEvents, summaries)) neighbours.set(id, around)
  }
  const talks = events.flatMap((talk): TalkPage[] => {
    const summary = summaries.get(talk.id)
    if (!summary?.slug) return []
    const { id, description, language, level, track, slidesUrl, recordingUrl, createdAt, updatedAt } = talk
    const { start: starts = '', end: ends = '' } = spans.get(id) ?? {}
    const people = talk.speakerIds.flatMap((speaker) => speakerOf.get(speaker) ?? []).map(speakerSummary)
    const { before = null, after = null } = neighbours.get(id) ?? {}
    const availability = content.availability[id] ?? null
    const make = () =>
      Object.freeze({
        ...{ ...summary, id, description, language, level, track, slidesUrl, recordingUrl, createdAt, updatedAt },
        ...{ starts, ends, availability, before, after },
        speakers: people,
      })
    return [keepTalk(talk, [summary, starts, ends, availability, before, after, ...people], make)]
  })
  const talksOf = new Map<string, TalkSummary[]>()
  for (const { id, speakerIds } of events) {
    const talk = summaries.get(id)
    if (talk) for (const speaker of speakerIds) talksOf.set(speaker, [...(talksOf.get(speaker) ?? []), talk])
  }
  const people = speakers.flatMap((speaker): SpeakerPage[] => {
    if (!speaker.slug) return []
    const { bio, linkedinUrl, twitterUrl, links } = speaker
    const talks = talksOf.get(speaker.id) ?? []
    const make = () => Object.freeze({ ...speakerSummary(speaker), bio, linkedinUrl, twitterUrl, links, talks })
    return [keepSpeaker(speaker, talks, make)]
  })
  return { talks, speakers: people }
}

/** An unchanged item gives the same object, so that its page is not rendered again. */
const keepSummary = memoCache<AgendaEvent, TalkSummary>()
const keepTalk = memoCache<AgendaEvent, TalkPage>()
const keepSpeaker = memoCache<Speaker, SpeakerPage>()

const speakerSummary = memoized(
  ({ id, slug, name, title, company, image }: Speaker): SpeakerSummary => ({ id, slug, name, title, company, image }),
)

function neighboursOn(
  dayEvents: AgendaEvent[],
  summaries: Map<string, TalkSummary>,
): [id: string, Pick<TalkPage, 'before' | 'after'>][] {
  const inTime = dayEvents.toSorted((a, b) => a.startTime.localeCompare(b.startTime))
  const rooms = new Set(dayEvents.map(({ scenarioId }) => scenarioId).filter(Boolean))
  return [...rooms].flatMap((room) => {
    const there = inTime.filter(({ scenarioId, isPlenary }) => scenarioId === room || (isPlenary && scenarioId === ''))
    return there.flatMap((talk, index): [string, Pick<TalkPage, 'before' | 'after'>][] => {
      if (talk.scenarioId !== room) return []
      const summary = (other: AgendaEvent | undefined) => (other && summaries.get(other.id)) ?? null
      return [[talk.id, { before: summary(there[index - 1]), after: summary(there[index + 1]) }]]
    })
  })
}
