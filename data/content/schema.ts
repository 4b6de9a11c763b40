/** Defaults are in `defaults.ts`. If they were in these schemas, zod's `.partial()` would add them to every change. */
import { z } from 'zod'
import { completeAddress, isLink, isSitePath, isWebAddress, withScheme, xProfiles } from '../addresses.ts'
import { countryCodes } from '../countries.ts'
import { email, optional, pageFields, required, yesOrNo } from '../fields.ts'
import { limits, questionLimits } from '../limits.ts'
import { day, instant, readEventDate } from './event-date.ts'
import { mailTextsSchema } from './mail-texts.ts'

const present = (max: number, message: string) => optional(max, message)

const mediaUrl = optional(limits.url)
  .refine(
    (value) => value === '' || isWebAddress(value) || isSitePath(value),
    'Escribe una dirección que empiece con https:// o una ruta de este sitio que empiece con /',
  )
  .meta({ description: 'An address with https or http, or a path of this site; empty for none', format: 'iri-reference' })

const linkMessage = 'Escribe una dirección que empiece con https://'

const link = optional(limits.url)
  .transform(withScheme)
  .refine((value) => value === '' || (isLink(value) && value.length <= limits.url), linkMessage)
  .meta({ description: 'An address with https, http or mailto; empty for none', format: 'iri-reference' })

const webAddress = optional(limits.url)
  .transform((written) => completeAddress(written, ''))
  .refine((value) => value === '' || (isWebAddress(value) && value.length <= limits.url), linkMessage)
  .meta({ description: 'An address with https or http, completed where https:// is missing; empty for none' })

const profile = (home?: string) =>
  optional(limits.url)
    .transform((written) => completeAddress(written, home))
    .refine((value) => value === '' || (isLink(value) && value.length <= limits.url), linkMessage)
    .meta({ description: 'An address, completed where https:// is missing, or a handle such as @ana; empty for none' })

const linkSchema = z
  .strictObject({ label: optional(limits.label), url: profile() })
  .refine(({ label, url }) => url === '' || label !== '', { path: ['label'], error: 'Escribe cómo se llama' })

const linksUpTo = (limit: number) =>
  z
    .array(linkSchema, 'Escribe una lista')
    .max(limit, `Máximo ${limit} enlaces`)
    .transform((links) => links.filter(({ url }) => url !== ''))

const emailOrNone = z.union([z.literal(''), z.null().transform(() => ''), email], { error: 'Email válido requerido' })

/** HH:mm in the time zone of the event. */
const clockTime = z
  .string('Escribe la hora como HH:mm, por ejemplo 09:00')
  .trim()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Escribe la hora como HH:mm, por ejemplo 09:00')

const clockTimeOrNone = z.union([z.literal(''), z.null().transform(() => ''), clockTime], {
  error: 'Escribe la hora como HH:mm, por ejemplo 09:00',
})

const displayOrder = z
  .int('Escribe un número entero')
  .min(-limits.order, 'El número es demasiado pequeño')
  .max(limits.order, 'El número es demasiado grande')

const dateMessage = 'Escribe una fecha válida, entre los años 2000 y 2100'

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
  .transform((input, context) => {
    const date = readEventDate(input) ?? ''
    if (/^(20\d\d|2100)-/.test(date)) return date
    context.addIssue(dateMessage)
    return z.NEVER
  })

export const heroSchema = z.strictObject({
  title: required(limits.title),
  subtitle: optional(limits.shortText),
  eventDate,
  location: optional(limits.shortText),
  description: optional(limits.longText),
  ctaText: required(limits.label),
  backgroundImage: mediaUrl,
  headerLogo: mediaUrl,
  heroLogo: mediaUrl,
})

const country = optional(limits.label)
  .transform((code) => code.toUpperCase())
  .refine((code) => code === '' || countryCodes.includes(code), 'Elige un país')

const attendance = z.union(
  [
    z.literal('').transform(() => 'offline' as const),
    z.null().transform(() => 'offline' as const),
    z.enum(['offline', 'online', 'mixed']),
  ],
  'Elige presencial, en línea o ambos',
)

export const conferenceSchema = z.strictObject({
  name: required(limits.title, 'Escribe el nombre de la conferencia'),
  description: optional(limits.longText),
  startTime: clockTime,
  /** If empty, the event ends with its last session. */
  endTime: clockTimeOrNone,
  contactEmail: emailOrNone,
  organiser: optional(limits.shortText),
  address: optional(limits.shortText),
  mapUrl: link,
  directions: optional(limits.longText),
  city: optional(limits.shortText),
  country,
  attendance,
  streamUrl: link,
  recordingsUrl: link,
  links: linksUpTo(limits.eventLinks),
})

const instantMessage = 'Escribe un día y una hora válidos, entre los años 2000 y 2100'

/** Allows strings in `format` and empty strings. Null stays valid, because JSON Schema applies `format` and `maxLength` only to strings. */
const formatOrNone = (format: string) => [{ anyOf: [{ format }, { maxLength: 0 }] }]

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

const capacity = z.int('Escribe un número entero').min(0, 'Mínimo 0').max(limits.capacity, `Máximo ${limits.capacity}`).nullable()

const placesSchema = z.strictObject({
  capacity,
  waitlist: yesOrNo,
  opensAt: instantOrNone,
  /** If empty, registration closes with the event. */
  closesAt: instantOrNone,
  /** This number of hours before the start, seats of people who have not confirmed go to waiting people. Null: never. */
  confirmBy: z
    .int('Escribe un número entero')
    .min(1, 'Mínimo 1')
    .max(limits.confirmHours, `Máximo ${limits.confirmHours}`)
    .nullable(),
  /** Until this number of hours before the start, people may pass their seat to somebody else. Null: never. */
  transferUntil: z
    .int('Escribe un número entero')
    .min(0, 'Mínimo 0')
    .max(limits.confirmHours, `Máximo ${limits.confirmHours}`)
    .nullable(),
  /** Numbers of days before the start. On these days people are asked if they come. */
  askDays: z
    .array(z.int('Escribe números enteros').min(1, 'Mínimo 1').max(60, 'Máximo 60'), 'Escribe números separados por comas')
    .max(limits.askDays, `Máximo ${limits.askDays} días`),
})

const noticeSchema = z.strictObject({
  /** Shown at the top of the public pages. If empty, no notice is shown. */
  text: optional(limits.shortText),
  url: link,
  /** If empty, the notice stays until somebody clears it. */
  until: instantOrNone,
})

const privacySchema = z.strictObject({
  notice: optional(limits.longText),
  /** Days from the last day of the event until registrations are deleted. Null: they are never deleted. */
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
  imageUrl: mediaUrl,
  imageAlt: optional(limits.shortText),
  videoUrl: mediaUrl,
  stat1Number: optional(limits.label),
  stat1Label: optional(limits.label),
  stat2Number: optional(limits.label),
  stat2Label: optional(limits.label),
})

const titleInLines = required(limits.title, undefined, false)

const benefitsSchema = z.strictObject({
  title: titleInLines,
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

const slug = optional(limits.slug).refine(
  (text) => /^[a-z0-9-]*$/.test(text),
  'Escribe solo minúsculas sin tilde, números y guiones, como charla-de-apertura',
)

/** `sourceId` is the item's key in an imported file, `sourceMark` has hashes of the imported fields. */
const sourced = { sourceId: optional(limits.shortText), sourceMark: optional(limits.label) }

const listing = { displayOrder, isActive: yesOrNo }

export const speakerSchema = z.strictObject({
  name: required(limits.shortText, 'Nombre requerido'),
  title: present(limits.title, 'Cargo requerido'),
  company: present(limits.shortText, 'Empresa requerida'),
  image: mediaUrl,
  bio: optional(limits.longText),
  linkedinUrl: profile('https://www.linkedin.com/in/'),
  twitterUrl: profile(xProfiles),
  links: linksUpTo(limits.links),
  /** Private: `publicContent` leaves it out. */
  email: emailOrNone,
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

const speakerIds = z
  .array(optional(limits.label), 'Escribe una lista')
  .transform((ids) => [...new Set(ids)].filter((id) => id !== ''))
  .refine((ids) => ids.length <= limits.speakers, `Máximo ${limits.speakers} speakers`)

const dayMessage = 'Escribe un día como 2026-11-20, entre los años 2000 y 2100'

const dayOrNone = optional(limits.label)
  .refine((text) => text === '' || (day.safeParse(text).success && /^(20\d\d|2100)-/.test(text)), dayMessage)
  .meta({
    description: 'A day from 2000 to 2100 as yyyy-MM-dd; empty for that of the conference',
    allOf: formatOrNone('date'),
  })

const eventSchema = z.strictObject({
  scenarioId: optional(limits.label),
  title: required(limits.title, 'Título requerido'),
  description: optional(limits.longText),
  day: dayOrNone,
  startTime: clockTime,
  /** If empty, the session ends when the next one in its room begins. */
  endTime: clockTimeOrNone,
  speakerId: optional(limits.label),
  speakerIds,
  isPlenary: yesOrNo,
  language: optional(limits.label),
  level: optional(limits.label),
  track: optional(limits.label),
  slidesUrl: webAddress,
  recordingUrl: webAddress,
  /** Number of seats. Null if the session needs no reservation. */
  capacity,
  waitlist: yesOrNo,
  /** This number of minutes after the start, seats of people who did not come are free for other people. Null: never. */
  releaseAfter: z
    .int('Escribe un número entero')
    .min(0, 'Mínimo 0')
    .max(limits.releaseMinutes, `Máximo ${limits.releaseMinutes}`)
    .nullable(),
  slug,
  ...sourced,
  ...listing,
})

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
  logo: mediaUrl,
  website: link,
  category: z.enum(['patrocinador', 'aliado'], 'Elige patrocinador o aliado'),
  tier: z.enum(['main', 'supporting'], 'Elige principal o de apoyo'),
  tierName: optional(limits.label),
  background: z.enum(['auto', 'light', 'dark'], 'Elige automático, claro u oscuro'),
  ...listing,
})

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

const infoSchema = z.strictObject({
  title: required(limits.title, 'Título requerido'),
  text: optional(limits.longText),
  linkLabel: optional(limits.label),
  linkUrl: link,
  isInMenu: yesOrNo,
  ...listing,
})

export const questionKinds = ['text', 'long', 'choice', 'choices', 'yes-no', 'number'] as const

const options = z
  .array(optional(questionLimits.option), 'Escribe una lista')
  .transform((texts) => texts.filter((text) => text !== ''))
  .refine((texts) => texts.length <= questionLimits.options, `Máximo ${questionLimits.options} respuestas`)
  .refine((texts) => new Set(texts).size === texts.length, 'Cada respuesta va una sola vez')

const questionSchema = z.strictObject({
  label: required(questionLimits.label, 'Escribe la pregunta'),
  help: optional(questionLimits.help),
  kind: z.enum(questionKinds, 'Elige un tipo de respuesta'),
  options,
  isRequired: yesOrNo,
  /** Asked only if an earlier question has this answer. */
  onlyIf: z
    .strictObject({
      question: required(limits.label, 'Elige una pregunta'),
      is: required(questionLimits.option, 'Elige una respuesta'),
    })
    .nullable(),
  purpose: optional(questionLimits.label),
  atDoor: yesOrNo,
  /** Days from the event until the answers are erased. */
  keepDays: z.int('Escribe un número entero').min(0, 'Mínimo 0').max(limits.keptDays, `Máximo ${limits.keptDays}`),
  ...listing,
})

const layoutSchema = z.strictObject({
  sections: z
    .array(z.strictObject({ key: z.enum(pageSections, 'Sección desconocida'), isVisible: yesOrNo }), 'Escribe una lista')
    .refine(
      (sections) => sections.length === pageSections.length && new Set(sections.map(({ key }) => key)).size === sections.length,
      'La lista tiene cada sección una vez',
    ),
})

const lookSchema = z.strictObject({
  accent: optional(limits.label)
    .transform((color) => color.toLowerCase())
    .refine((color) => color === '' || /^#[0-9a-f]{6}$/.test(color), 'Escribe un color como #b3123f'),
  /** 'propio' is generated from the conference's name. 'liso' shows no pattern. */
  pattern: z.enum(['telar', 'propio', 'liso'], 'Elige telar, propio o liso'),
  cover: mediaUrl,
  eyebrow: optional(limits.label),
})

const signatureSchema = z.strictObject({ name: optional(limits.shortText), title: optional(limits.shortText), image: mediaUrl })

const certificatesSchema = z.strictObject({
  text: optional(limits.shortText),
  hours: z.number('Escribe un número').min(0, 'Mínimo 0').max(limits.hours, `Máximo ${limits.hours}`).nullable(),
  signatures: z
    .array(signatureSchema, 'Escribe una lista')
    .max(limits.signatures, `Máximo ${limits.signatures} firmas`)
    .transform((signatures) => signatures.filter(({ name, image }) => name !== '' || image !== '')),
  counts: z.enum(['arrived', 'confirmed'], 'Elige llegada o confirmación'),
})

const lastDay = optional(limits.label)
  .transform((text, context) => {
    if (text === '' || (day.safeParse(text).success && /^(20\d\d|2100)-/.test(text))) return text
    const at = instant.safeParse(text).success ? new Date(text).toISOString() : ''
    if (/^(20\d\d|2100)-/.test(at)) return at
    context.addIssue(dayMessage)
    return z.NEVER
  })
  .meta({ description: 'A day from 2000 to 2100 as yyyy-MM-dd, or an instant as ISO 8601; empty for none' })

const speakerEditsSchema = z.strictObject({
  /** With 'review', somebody in the panel has to accept changes that a speaker makes through their link. */
  edits: z.enum(['direct', 'review'], 'Elige si se publica al guardar o si alguien lo revisa antes'),
  deadline: lastDay,
})

export const sectionSchemas = {
  hero: heroSchema,
  about: aboutSchema,
  benefits: benefitsSchema,
  segments: segmentsSchema,
  registrationForm: registrationFormSchema,
  event: conferenceSchema,
  mailTexts: mailTextsSchema,
  places: placesSchema,
  notice: noticeSchema,
  privacy: privacySchema,
  layout: layoutSchema,
  look: lookSchema,
  certificates: certificatesSchema,
  speakerEdits: speakerEditsSchema,
}

const settings: readonly string[] = [
  'event',
  'mailTexts',
  'places',
  'privacy',
  'layout',
  'look',
  'certificates',
  'speakerEdits',
] satisfies SectionKey[]

export const isSetting = (key: ContentKey) => settings.includes(key)

export const itemSchemas = {
  speakers: speakerSchema,
  scenarios: scenarioSchema,
  events: eventSchema,
  partners: partnerSchema,
  info: infoSchema,
  questions: questionSchema,
}

export const sectionKeys = Object.keys(sectionSchemas) as SectionKey[]
export const collectionKeys = Object.keys(itemSchemas) as CollectionKey[]

export const contentKeys: readonly ContentKey[] = [...sectionKeys, ...collectionKeys]

export const isCollection = (key: ContentKey): key is CollectionKey => key in itemSchemas

const contentKey = z.enum(contentKeys, 'Sección desconocida').optional()

export const historyFilterSchema = z.strictObject({ section: contentKey, ...pageFields })

export const presenceSchema = z.strictObject({ section: contentKey.unwrap() })

export const revisionSchema = z.strictObject({ section: contentKey })

export const restoreSchema = z.strictObject({ section: contentKey, id: required(limits.label).optional() })

export const instantSchema = z.strictObject({
  time: z.iso
    .datetime({ offset: true, error: 'Escribe un momento como 2026-11-20T16:32:00Z' })
    .transform((text) => new Date(text).toISOString()),
})

export const itemIdentitySchema = z.object({ id: z.string().min(1), createdAt: z.iso.datetime(), updatedAt: z.iso.datetime() })

export const sectionIdentitySchema = z.object({ id: z.literal(1), updatedAt: z.iso.datetime().nullable() })

export type SectionIdentity = z.infer<typeof sectionIdentitySchema>
export type SectionKey = keyof typeof sectionSchemas
export type CollectionKey = keyof typeof itemSchemas
export type ContentKey = SectionKey | CollectionKey
type ItemIdentity = z.infer<typeof itemIdentitySchema>
export type ItemFields<K extends CollectionKey> = z.infer<(typeof itemSchemas)[K]>
export type Item<K extends CollectionKey> = ItemIdentity & ItemFields<K>
export type Content = { [K in SectionKey]: z.infer<(typeof sectionSchemas)[K]> } & { [K in CollectionKey]: Item<K>[] }
export type PageSection = (typeof pageSections)[number]
/** Public fields of a speaker. */
export type Speaker = Omit<Item<'speakers'>, 'email'>
export type Link = Speaker['links'][number]
export type Scenario = Item<'scenarios'>
export type AgendaEvent = Item<'events'>
export type Partner = Item<'partners'>
export type Info = Item<'info'>
export type Question = Item<'questions'>
