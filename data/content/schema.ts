/**
 * The content of the page: a schema for each section and collection item, with limits and
 * messages. Browser and server validate with the same ones. No defaults here: zod's `.partial()` would fill them
 * into a change that never mentioned the field. They are in `defaults.ts`.
 */
import { z } from 'zod'
import { completed, isLink, isSitePath, isWebAddress, xProfiles } from '../addresses.ts'
import { countryCodes } from '../countries.ts'
import { email, optional, part, required, yesOrNo } from '../fields.ts'
import { limits } from '../limits.ts'
import { day, instant, readEventDate } from './event-date.ts'
import { mailTextsSchema } from './mail-texts.ts'

/** A text that has to be sent, and may be empty. */
const present = (max: number, message: string) => optional(max, message)

/** Address of an image or video: http(s), or a path relative to the site's origin; empty for none. */
const mediaUrl = optional(limits.url)
  .refine(
    (value) => value === '' || isWebAddress(value) || isSitePath(value),
    'Escribe una dirección que empiece con https:// o una ruta de este sitio que empiece con /',
  )
  .meta({ description: 'An address with https or http, or a path of this site; empty for none', format: 'iri-reference' })

const linkMessage = 'Escribe una dirección que empiece con https://'

/** Address that a visitor can follow: http(s) or mailto; empty for none. */
const link = optional(limits.url)
  .refine((value) => value === '' || isLink(value), linkMessage)
  .meta({ description: 'An address with https, http or mailto; empty for none', format: 'iri-reference' })

/** The same of a person, as people write it: a handle, or an address without https://, is completed. `NA` and `-` are none. */
const profile = (home?: string) =>
  optional(limits.url)
    .transform((written) => completed(written, home))
    .refine((value) => value === '' || (isLink(value) && value.length <= limits.url), linkMessage)
    .meta({ description: 'An address, completed where https:// is missing, or a handle such as @ana; empty for none' })

/** An address, and what it is called; without an address it is none. */
const linkSchema = z
  .strictObject({ label: optional(limits.label), url: profile() })
  .refine(({ label, url }) => url === '' || label !== '', { path: ['label'], error: 'Escribe cómo se llama' })

/** So many of them, in the order shown. */
const linksUpTo = (most: number) =>
  z
    .array(linkSchema, 'Escribe una lista')
    .max(most, `Máximo ${most} enlaces`)
    .transform((links) => links.filter(({ url }) => url !== ''))

const emailOrNone = z.union([z.literal(''), z.null().transform(() => ''), email], { error: 'Email válido requerido' })

/** Wall-clock time at the event, HH:mm on 24 hours. */
const clockTime = z
  .string('Escribe la hora como HH:mm, por ejemplo 09:00')
  .trim()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Escribe la hora como HH:mm, por ejemplo 09:00')

/** The same, or empty where it is open. */
const clockTimeOrNone = z.union([z.literal(''), z.null().transform(() => ''), clockTime], {
  error: 'Escribe la hora como HH:mm, por ejemplo 09:00',
})

const displayOrder = z
  .int('Escribe un número entero')
  .min(-limits.order, 'El número es demasiado pequeño')
  .max(limits.order, 'El número es demasiado grande')

const dateMessage = 'Escribe una fecha válida, entre los años 2000 y 2100'

/**
 * An instant as ISO 8601 in UTC. Whatever `Date` reads is taken. Text without a zone is the clock where the event is, and a day
 * alone is the hour at which the event begins (`withHour`).
 */
const eventDate = z
  .union([z.string(), z.number()], dateMessage)
  .meta({
    description:
      'A date from 2000 to 2100, in these forms or any other that JavaScript reads; without a zone it is in that of the event',
    anyOf: [
      { type: 'string', format: 'date-time' },
      { type: 'string', format: 'date' },
      { type: 'integer', minimum: Date.UTC(2000, 0), maximum: Date.UTC(2101, 0) - 1 },
    ],
  })
  .transform((given, context) => {
    const date = readEventDate(given) ?? ''
    // Far years are typing errors, and the farthest are invalid dates in some zones.
    if (/^(20\d\d|2100)-/.test(date)) return date
    context.addIssue(dateMessage)
    return z.NEVER
  })

export const heroSchema = z.strictObject({
  /** Name of the event; changed in the panel as the `event`'s. */
  title: required(limits.title),
  /** Line under the name, such as 'Save the date'. */
  subtitle: optional(limits.shortText),
  eventDate,
  /** Where it takes place, in a line. */
  location: optional(limits.shortText),
  /** Search engines and messengers show it; changed in the panel as the `event`'s. */
  description: optional(limits.longText),
  /** Text of the register button. */
  ctaText: required(limits.label),
  backgroundImage: mediaUrl,
  /** At most 200×60 px, recommended 180×50. */
  headerLogo: mediaUrl,
  /** At most 300×150 px, recommended 250×100. */
  heroLogo: mediaUrl,
})

/** The code of a country (ISO 3166-1 alpha-2), in letters of either size; empty for none. */
const country = optional(limits.label)
  .transform((code) => code.toUpperCase())
  .refine((code) => code === '' || countryCodes.includes(code), 'Elige un país')

/** Where one takes part. Nothing said means there. */
const attendance = z.union(
  [
    z.literal('').transform(() => 'offline' as const),
    z.null().transform(() => 'offline' as const),
    z.enum(['offline', 'online', 'mixed']),
  ],
  'Elige presencial, en línea o ambos',
)

/** The conference itself, said once: the page, its calendar, its data for programs and the mails follow. */
export const conferenceSchema = z.strictObject({
  /** The same as the hero's title: saving either saves both. */
  name: required(limits.title, 'Escribe el nombre de la conferencia'),
  /** The same as the hero's description. */
  description: optional(limits.longText),
  /** When it begins, on the day of the hero's `eventDate`, which is moved with it. */
  startTime: clockTime,
  /** Empty when it ends with its last session. */
  endTime: clockTimeOrNone,
  /** Whom to write to with questions; empty for nobody. */
  contactEmail: emailOrNone,
  /** Who holds it; may be empty. */
  organiser: optional(limits.shortText),
  /** Street and number of the place that the hero's `location` names. */
  address: optional(limits.shortText),
  /** Where a map shows it. */
  mapUrl: link,
  /** How one gets there, parks and gets in. */
  directions: optional(limits.longText),
  city: optional(limits.shortText),
  country,
  attendance,
  /** Where it is shown live, and where its recordings are. */
  streamUrl: link,
  recordingsUrl: link,
  /** Further addresses of the conference, at the foot of the page. */
  links: linksUpTo(limits.eventLinks),
})

const instantMessage = 'Escribe un día y una hora válidos, entre los años 2000 y 2100'

/** For the API's description: a text in this format, or empty. JSON Schema ignores both for what is not a text. */
const formatOrNone = (format: string) => [{ anyOf: [{ format }, { maxLength: 0 }] }]

/** An instant with any offset, kept as ISO 8601 in UTC; empty for none. */
const instantOrNone = z
  .string(instantMessage)
  .nullable()
  .meta({ description: 'An instant from 2000 to 2100 as ISO 8601; empty for none', allOf: formatOrNone('date-time') })
  .transform((text, context) => {
    if (text === null || text.trim() === '') return ''
    const at = instant.safeParse(text.trim()).success ? new Date(text.trim()).toISOString() : ''
    if (/^(20\d\d|2100)-/.test(at)) return at
    context.addIssue(instantMessage)
    return z.NEVER
  })

/** How many may come, and when one can register. */
const placesSchema = z.strictObject({
  /** Null for no limit. A smaller one throws nobody out. */
  capacity: z.int('Escribe un número entero').min(0, 'Mínimo 0').max(limits.capacity, `Máximo ${limits.capacity}`).nullable(),
  /** Whether those who come when all places are taken wait for one. */
  waitlist: yesOrNo,
  /** Empty: it is open already. */
  opensAt: instantOrNone,
  /** Empty: when the conference ends, as it does in any case. Later than `opensAt`. */
  closesAt: instantOrNone,
})

/** What becomes of the data of those who register. */
const privacySchema = z.strictObject({
  /** Shown at both forms and at `/privacidad`; empty for none. */
  notice: optional(limits.longText),
  /** Whole days after the last day of the event, when the data of all who registered is deleted; null: it is kept. */
  retentionDays: z
    .int('Escribe un número entero')
    .min(0, 'Mínimo 0')
    .max(limits.keptDays, `Máximo ${limits.keptDays}`)
    .nullable(),
})

export const aboutSchema = z.strictObject({
  title: required(limits.title),
  description1: required(limits.longText),
  description2: required(limits.longText),
  /** At most 600×400 px, recommended 540×360. */
  imageUrl: mediaUrl,
  /** What the image shows, for those who do not see it; empty for mere decoration. */
  imageAlt: optional(limits.shortText),
  /** MP4, WebM or MOV, at most 100 MB. */
  videoUrl: mediaUrl,
  stat1Number: optional(limits.label),
  stat1Label: optional(limits.label),
  stat2Number: optional(limits.label),
  stat2Label: optional(limits.label),
})

/** A title whose line breaks are shown. */
const titleInLines = required(limits.title, undefined, false)

const benefitsSchema = z.strictObject({
  title: titleInLines,
  /** A line break in a title or description splits it into two lines on the page. */
  benefit1Title: titleInLines,
  benefit1Description: required(limits.longText),
  benefit2Title: titleInLines,
  benefit2Description: required(limits.longText),
  benefit3Title: titleInLines,
  benefit3Description: required(limits.longText),
  benefit4Title: titleInLines,
  benefit4Description: required(limits.longText),
  benefit5Title: titleInLines,
  benefit5Description: required(limits.longText),
  benefit6Title: titleInLines,
  benefit6Description: required(limits.longText),
})

const segmentsSchema = z.strictObject({
  /** The page appends the word ON. */
  title: required(limits.title),
  segment1Title: required(limits.title),
  segment2Title: required(limits.title),
  segment3Title: required(limits.title),
  segment4Title: required(limits.title),
})

/** Texts of the public registration form. An empty one falls back to its default on the page. */
const registrationFormSchema = z.strictObject({
  modalTitle: optional(limits.title),
  modalSubtitle: optional(limits.title),
  nameLabel: optional(limits.label),
  namePlaceholder: optional(limits.label),
  emailLabel: optional(limits.label),
  emailPlaceholder: optional(limits.label),
  companyLabel: optional(limits.label),
  companyPlaceholder: optional(limits.label),
  positionLabel: optional(limits.label),
  positionPlaceholder: optional(limits.label),
  phoneLabel: optional(limits.label),
  phonePlaceholder: optional(limits.label),
  marketingText: optional(limits.longText),
  submitButtonText: optional(limits.label),
  submitButtonProcessing: optional(limits.label),
  successTitle: optional(limits.title),
  successMessage: optional(limits.longText),
})

/** The last part of the address of an item's own page; an empty one is made from its name. Unique among all there were (`slugs.ts`). */
const slug = optional(limits.slug).refine(
  (text) => /^[a-z0-9-]*$/.test(text),
  'Escribe solo minúsculas sin tilde, números y guiones, como charla-de-apertura',
)

/** Of what comes from a file of another program: its key there, and a mark of what the file said of it last; both empty for the rest. */
const sourced = { sourceId: optional(limits.shortText), sourceMark: optional(limits.label) }

/** On each list item: its position in the list (ascending), and whether visitors see it. */
const listing = { displayOrder, isActive: yesOrNo }

export const speakerSchema = z.strictObject({
  name: required(limits.shortText, 'Nombre requerido'),
  /** Job title; may be empty, as the company may: not everybody's source has them. */
  title: present(limits.title, 'Cargo requerido'),
  company: present(limits.shortText, 'Empresa requerida'),
  /** At most 300×400 px, recommended 250×350. */
  image: mediaUrl,
  bio: optional(limits.longText),
  linkedinUrl: profile('https://www.linkedin.com/in/'),
  twitterUrl: profile(xProfiles),
  /** Other addresses, such as GitHub, Mastodon or a site of their own, in the order shown. */
  links: linksUpTo(limits.links),
  slug,
  ...sourced,
  ...listing,
})

const scenarioSchema = z.strictObject({
  name: required(limits.shortText, 'Nombre requerido'),
  description: optional(limits.longText),
  ...sourced,
  ...listing,
})

/** The ids of those who speak, in the order shown, each once. */
const speakerIds = z
  .array(optional(limits.label), 'Escribe una lista')
  .transform((ids) => [...new Set(ids)].filter((id) => id !== ''))
  .refine((ids) => ids.length <= limits.speakers, `Máximo ${limits.speakers} speakers`)

const dayMessage = 'Escribe un día como 2026-11-20, entre los años 2000 y 2100'

/** A day (yyyy-MM-dd), or empty for that of the conference. */
const dayOrNone = optional(limits.label)
  .refine((text) => text === '' || (day.safeParse(text).success && /^(20\d\d|2100)-/.test(text)), dayMessage)
  .meta({
    description: 'A day from 2000 to 2100 as yyyy-MM-dd; empty for that of the conference',
    allOf: formatOrNone('date'),
  })

const eventSchema = z.strictObject({
  /** Empty for what takes place in all of them, and for nothing else (`ruleErrors`). */
  scenarioId: optional(limits.label),
  title: required(limits.title, 'Título requerido'),
  description: optional(limits.longText),
  day: dayOrNone,
  startTime: clockTime,
  /** Empty when it lasts until the next one in the same room. */
  endTime: clockTimeOrNone,
  /** The first of `speakerIds`, which says all of it; empty when nobody in particular speaks. */
  speakerId: optional(limits.label),
  speakerIds,
  /** Whether it is for everybody: a break, a keynote, the opening. It spans all rooms of its time. */
  isPlenary: yesOrNo,
  /** Of the talk, such as 'Español', 'Avanzado' or 'Datos', in the organisers' own words; may be empty. */
  language: optional(limits.label),
  level: optional(limits.label),
  track: optional(limits.label),
  slug,
  ...sourced,
  ...listing,
})

/** Where and when several events are from now on, each once; what is left out stays. `updatedAt` is the version that the caller knows. */
export const eventMovesSchema = z.strictObject({
  events: z
    .array(
      z.strictObject({
        id: required(limits.label),
        updatedAt: required(limits.label).optional(),
        ...eventSchema.pick({ day: true, scenarioId: true, startTime: true, endTime: true }).partial().shape,
      }),
      'Escribe una lista',
    )
    .min(1, 'Elige al menos uno')
    .max(limits.lists.events, `Máximo ${limits.lists.events}`)
    .refine((events) => new Set(events.map(({ id }) => id)).size === events.length, 'Cada evento va una sola vez'),
})

export const partnerSchema = z.strictObject({
  name: required(limits.shortText, 'Nombre requerido'),
  /** At most 200×100 px, recommended 180×80; PNG or SVG with transparent background preferred. */
  logo: mediaUrl,
  website: link,
  category: z.enum(['patrocinador', 'aliado'], 'Elige patrocinador o aliado'),
  /** Main partners are shown first and larger. */
  tier: z.enum(['main', 'supporting'], 'Elige principal o de apoyo'),
  /** Those of one name are shown together, groups in the order of their first; empty for the groups there are without. */
  tierName: optional(limits.label),
  /** What the logo is shown on; 'auto' looks at the logo. */
  background: z.enum(['auto', 'light', 'dark'], 'Elige automático, claro u oscuro'),
  ...listing,
})

/** What the page has below its first screen, in the order in which it begins. */
export const pageSections = [
  'about',
  'video',
  'figures',
  'benefits',
  'segments',
  'speakers',
  'agenda',
  'allies',
  'sponsors',
  'info',
  'registration',
] as const

/** What visitors ask before they come: a code of conduct, questions, a call for papers, the team, getting there. */
const infoSchema = z.strictObject({
  title: required(limits.title, 'Título requerido'),
  /** May be empty where there is a link. */
  text: optional(limits.longText),
  /** Without one the link is called by its address. */
  linkLabel: optional(limits.label),
  linkUrl: link,
  /** Whether the page's menu leads to it. */
  isInMenu: yesOrNo,
  ...listing,
})

/** In which order the page shows its sections, and which of them. */
const layoutSchema = z.strictObject({
  /** Each section once. */
  sections: z
    .array(z.strictObject({ key: z.enum(pageSections, 'Sección desconocida'), isVisible: yesOrNo }), 'Escribe una lista')
    .refine(
      (sections) => sections.length === pageSections.length && new Set(sections.map(({ key }) => key)).size === sections.length,
      'La lista tiene cada sección una vez',
    ),
})

/** What makes the page this conference's own. */
const lookSchema = z.strictObject({
  /** A colour, `#rrggbb`, as light or dark on the page as it has to be to be read (`accent.ts`); empty for the red it comes with. */
  accent: optional(limits.label)
    .transform((color) => color.toLowerCase())
    .refine((color) => color === '' || /^#[0-9a-f]{6}$/.test(color), 'Escribe un color como #b3123f'),
  /** What the bands are woven with: stepped diamonds, a weave made from the name, or nothing. */
  pattern: z.enum(['telar', 'propio', 'liso'], 'Elige telar, propio o liso'),
  /** A picture beside the name, at most 1600×1600 px. */
  cover: mediaUrl,
  /** The words above the name; empty for none. */
  eyebrow: optional(limits.label),
})

/** Who signs the constancias; the picture is their signature, at most 400×160 px. */
const signatureSchema = z.strictObject({ name: optional(limits.shortText), title: optional(limits.shortText), image: mediaUrl })

/** What the constancias say, and whose they are. */
const certificatesSchema = z.strictObject({
  /** Below what every constancia says; may be empty. */
  text: optional(limits.shortText),
  /** How many hours the conference had, halves among them; null says nothing of it. */
  hours: z.number('Escribe un número').min(0, 'Mínimo 0').max(limits.hours, `Máximo ${limits.hours}`).nullable(),
  /** Those without a name and a picture are none. */
  signatures: z
    .array(signatureSchema, 'Escribe una lista')
    .max(limits.signatures, `Máximo ${limits.signatures} firmas`)
    .transform((signatures) => signatures.filter(({ name, image }) => name !== '' || image !== '')),
  /** Whether those who arrived have one, or those who confirmed. Where nobody's arrival was noted it is those who confirmed. */
  counts: z.enum(['arrived', 'confirmed'], 'Elige llegada o confirmación'),
})

/** The single-record sections, by key. */
export const sectionSchemas = {
  hero: heroSchema,
  about: aboutSchema,
  benefits: benefitsSchema,
  segments: segmentsSchema,
  registrationForm: registrationFormSchema,
  event: conferenceSchema,
  mailTexts: mailTextsSchema,
  places: placesSchema,
  privacy: privacySchema,
  layout: layoutSchema,
  look: lookSchema,
  certificates: certificatesSchema,
}

const settings: readonly string[] = [
  'event',
  'mailTexts',
  'places',
  'privacy',
  'layout',
  'look',
  'certificates',
] satisfies SectionKey[]

/** Whether only administrators change it. */
export const isSetting = (key: ContentKey) => settings.includes(key)

/** The items of each collection, by key. */
export const itemSchemas = {
  speakers: speakerSchema,
  scenarios: scenarioSchema,
  events: eventSchema,
  partners: partnerSchema,
  info: infoSchema,
}

export const sectionKeys = Object.keys(sectionSchemas) as SectionKey[]
export const collectionKeys = Object.keys(itemSchemas) as CollectionKey[]

/** All that is content. */
export const contentKeys: readonly ContentKey[] = [...sectionKeys, ...collectionKeys]

/** Whether it is a list. */
export const isCollection = (key: ContentKey): key is CollectionKey => key in itemSchemas

const contentKey = z.enum(contentKeys, 'Sección desconocida').optional()

/** Which part of the history is read. */
export const historyFilterSchema = z.strictObject({ section: contentKey, ...part })

/** What somebody has open. */
export const presenceSchema = z.strictObject({ section: contentKey.unwrap() })

/** Which section's default is meant by revision 0. */
export const revisionSchema = z.strictObject({ section: contentKey })

/** What of a revision is restored: with `id` one item of a list, otherwise all of it. */
export const restoreSchema = z.strictObject({ section: contentKey, id: required(limits.label).optional() })

/** An instant, as ISO 8601 with any offset. */
export const instantSchema = z.strictObject({
  time: z.iso
    .datetime({ offset: true, error: 'Escribe un momento como 2026-11-20T16:32:00Z' })
    .transform((text) => new Date(text).toISOString()),
})

/** The fields that every stored item has besides its own; times are ISO 8601 in UTC. */
export const itemIdentitySchema = z.object({ id: z.string().min(1), createdAt: z.iso.datetime(), updatedAt: z.iso.datetime() })

/** The fields of a section besides its own, of which there is one. `updatedAt` is null before the first save. */
export const sectionIdentitySchema = z.object({ id: z.literal(1), updatedAt: z.iso.datetime().nullable() })

export type SectionIdentity = z.infer<typeof sectionIdentitySchema>

export type SectionKey = keyof typeof sectionSchemas

export type CollectionKey = keyof typeof itemSchemas

export type ContentKey = SectionKey | CollectionKey
type ItemIdentity = z.infer<typeof itemIdentitySchema>

export type ItemFields<K extends CollectionKey> = z.infer<(typeof itemSchemas)[K]>

export type Item<K extends CollectionKey> = ItemIdentity & ItemFields<K>

/** All public content: one record for each section, a list for each collection. */
export type Content = { [K in SectionKey]: z.infer<(typeof sectionSchemas)[K]> } & { [K in CollectionKey]: Item<K>[] }

export type PageSection = (typeof pageSections)[number]

export type Speaker = Item<'speakers'>

export type Link = Speaker['links'][number]

export type Scenario = Item<'scenarios'>

export type AgendaEvent = Item<'events'>

export type Partner = Item<'partners'>

export type Info = Item<'info'>
