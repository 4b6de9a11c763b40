import type { AgendaEvent, Speaker } from '../../data/content/schema.ts'
import type { PublicContent } from '../../data/programme/public-content.ts'
import { dayOf } from '../../data/zone.ts'
import { conferenceDate, conferenceOf, dayInWords, type ShareCard } from './share-card.ts'

type CardContent = Pick<PublicContent, 'hero' | 'look' | 'events' | 'scenarios' | 'speakers'>

const maxPortraits = 5
const maxNames = 5

export function talkCards(content: CardContent, timeZone: string) {
  const speakers = new Map(content.speakers.map((speaker) => [speaker.id, speaker]))
  const rooms = new Map(content.scenarios.map(({ id, name }) => [id, name]))
  const eventDay = dayOf(timeZone, content.hero.eventDate)
  const conference = conferenceOf(content)

  const when = ({ day, startTime }: AgendaEvent) => `${dayInWords(day || eventDay, "EEEE d 'de' MMMM")} · ${startTime}`
  const placeOf = ({ scenarioId }: AgendaEvent) => rooms.get(scenarioId) || content.hero.location

  return {
    ofTalk(talk: AgendaEvent): ShareCard {
      const who = talk.speakerIds.flatMap((id) => speakers.get(id) ?? [])
      return {
        eyebrow: conference.name,
        title: talk.title,
        people: namesOf(who),
        facts: [when(talk), placeOf(talk)].filter(Boolean),
        portraits: portraitsOf(who),
        conference,
      }
    },
    ofSpeaker(speaker: Speaker): ShareCard {
      const talks = content.events.filter(({ speakerIds }) => speakerIds.includes(speaker.id))
      const [talk] = talks
      const facts =
        talk && talks.length === 1
          ? [talk.title, `${when(talk)} · ${placeOf(talk)}`]
          : [talks.length > 1 ? `${talks.length} charlas` : '', conferenceDate(content, timeZone)]
      return {
        eyebrow: conference.name,
        title: speaker.name,
        people: [speaker.title, speaker.company].filter(Boolean).join(', '),
        facts: facts.filter(Boolean),
        portraits: portraitsOf([speaker]),
        conference,
      }
    },
  }
}

const portraitsOf = (speakers: Speaker[]) =>
  speakers.flatMap(({ image }) => (image.startsWith('/public-objects/') ? image : [])).slice(0, maxPortraits)

function namesOf(speakers: Speaker[]): string {
  const names = speakers.map(({ name }) => name)
  const parts = names.length > maxNames ? [...names.slice(0, maxNames - 1), `${names.length - maxNames + 1} más`] : names
  const last = parts.pop() ?? ''
  return parts.length > 0 ? `${parts.join(', ')} y ${last}` : last
}
