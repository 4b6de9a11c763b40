/**
 * What parts of the page say of a speaker, and no more, so that a biography leaves the agenda as it is. The same object for the same
 * speaker: a part that is kept is found by it.
 */

import type { AgendaEvent, Speaker } from '../../data/content/schema.ts'
import { keptFor } from '../../data/memo.ts'

/** On the card of a talk. */
export type NamedOn = Pick<Speaker, 'id' | 'slug' | 'name' | 'company' | 'image'>

/** On the card of a speaker; `saysMore`: there is something to open. */
export type CardOf = NamedOn & Pick<Speaker, 'title'> & { saysMore: boolean }

export const namedOn = keptFor(({ id, slug, name, company, image }: Speaker): NamedOn => ({ id, slug, name, company, image }))

export const cardOf = keptFor((speaker: Speaker): CardOf => {
  const { title, bio, linkedinUrl, twitterUrl, links } = speaker
  return { ...namedOn(speaker), title, saysMore: [bio, linkedinUrl, twitterUrl].some(Boolean) || links.length > 0 }
})

/** On what opens of a speaker. */
export const openedOf = keptFor(({ id, slug, name, title, company, bio, linkedinUrl, twitterUrl, links }: Speaker) => ({
  ...{ id, slug, name, title, company, bio, linkedinUrl, twitterUrl, links },
}))

/** On what opens of a talk: of it, and of who speaks. */
export const openedTalk = keptFor(
  ({ id, slug, title, description, startTime, endTime, language, level, track }: AgendaEvent) => ({
    ...{ id, slug, title, description, startTime, endTime, language, level, track },
  }),
)
export const speaksAt = keptFor(({ id, slug, name, title, company }: Speaker) => ({ id, slug, name, title, company }))
