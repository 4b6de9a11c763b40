import type { ItemFields } from '../content/schema.ts'

/** The only fields that a speaker's link may change. */
export const linkFields = {
  speakers: ['name', 'title', 'company', 'image', 'bio', 'linkedinUrl', 'twitterUrl', 'links'],
  events: ['title', 'description', 'level', 'slidesUrl', 'recordingUrl'],
} as const satisfies { [K in 'speakers' | 'events']: readonly (keyof ItemFields<K>)[] }

export type LinkSection = keyof typeof linkFields

export const linkSections = Object.keys(linkFields) as LinkSection[]

export const isLinkField = (section: LinkSection, field: string | null): field is string =>
  (linkFields[section] as readonly (string | null)[]).includes(field)

export type LinkChange = { section: LinkSection; id: string; field: string; before: unknown; after: unknown }

export const itemOfChange = ({ section, id }: Pick<LinkChange, 'section' | 'id'>) => `${section}.${id}`

export const nameOfChange = ({ field, ...item }: Pick<LinkChange, 'section' | 'id' | 'field'>) => `${itemOfChange(item)}.${field}`
