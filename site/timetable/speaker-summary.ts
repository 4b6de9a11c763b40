/** Each part of the page gets only the fields that it shows, so that a changed biography does not render the agenda again. */
import type { AgendaEvent, Speaker } from '../../data/content/schema.ts'
import { memoized } from '../../data/memo.ts'

export type NamedOn = Pick<Speaker, 'id' | 'slug' | 'name' | 'company' | 'image'>

/** `bio` is set only on the wide cards of one or two speakers. */
export type CardOf = NamedOn & Pick<Speaker, 'title'> & { saysMore: boolean; bio?: string }

export const namedOn = memoized(({ id, slug, name, company, image }: Speaker): NamedOn => ({ id, slug, name, company, image }))

const cardOf = memoized((speaker: Speaker): CardOf => {
  const { title, bio, linkedinUrl, twitterUrl, links } = speaker
  return { ...namedOn(speaker), title, saysMore: [bio, linkedinUrl, twitterUrl].some(Boolean) || links.length > 0 }
})

const wideCardOf = memoized((speaker: Speaker): CardOf => ({ ...cardOf(speaker), bio: speaker.bio }))

/** One or two speakers have wide cards with their biographies. */
export const cardsOf = (speakers: readonly Speaker[]): CardOf[] => speakers.map(speakers.length <= 2 ? wideCardOf : cardOf)

export const openedOf = memoized(({ id, slug, name, title, company, bio, linkedinUrl, twitterUrl, links }: Speaker) => ({
  ...{ id, slug, name, title, company, bio, linkedinUrl, twitterUrl, links },
}))

export const openedTalk = memoized(
  ({ id, slug, title, description, startTime, endTime, language, level, track, slidesUrl, recordingUrl }: AgendaEvent) => ({
    ...{ id, slug, title, description, startTime, endTime, language, level, track, slidesUrl, recordingUrl },
  }),
)
export const speaksAt = memoized(({ id, slug, name, title, company }: Speaker) => ({ id, slug, name, title, company }))
