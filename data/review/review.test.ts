import { expect, test } from 'vitest'
import { itemDefaults } from '../content/defaults.ts'
import type { AgendaEvent, Content, Item, Partner, Scenario } from '../content/schema.ts'
import { contentDefaults } from '../content/stored.ts'
import { zone } from '../testing.ts'
import { type ReviewFacts, review } from './review.ts'

const stamp = { createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' }
const speaker = (id: string, more: Partial<Item<'speakers'>> = {}): Item<'speakers'> => ({
  ...itemDefaults.speakers,
  links: [],
  ...stamp,
  id,
  name: id,
  title: '',
  company: '',
  ...more,
})
const room = (id: string, more: Partial<Scenario> = {}): Scenario => ({
  ...itemDefaults.scenarios,
  ...stamp,
  id,
  name: `Sala ${id}`,
  ...more,
})
const talk = (id: string, more: Partial<AgendaEvent> = {}): AgendaEvent => ({
  ...itemDefaults.events,
  ...stamp,
  id,
  title: id,
  description: 'De qué trata.',
  scenarioId: 'A',
  startTime: '09:00',
  endTime: '10:00',
  speakerIds: [],
  ...more,
})
const partner = (id: string, more: Partial<Partner>): Partner => ({ ...itemDefaults.partners, ...stamp, id, name: id, ...more })

const facts: ReviewFacts = {
  timeZone: zone,
  now: Date.parse('2026-12-01T00:00:00Z'),
  sendsMail: true,
  pictures: new Map(),
  backgrounds: new Map(),
  leadsSomewhere: () => true,
}

/** A conference on 5 March 2027 at 09:00 without findings. */
const base: Content = {
  ...contentDefaults,
  hero: { ...contentDefaults.hero, title: 'GuateConf', eventDate: '2027-03-05T15:00:00.000Z' },
  event: { ...contentDefaults.event, name: 'GuateConf', startTime: '09:00' },
  about: { ...contentDefaults.about, stat1Number: '4', stat1Label: 'Pistas' },
  scenarios: [room('A'), room('B')],
  speakers: [speaker('ana')],
  events: [talk('Redes', { speakerIds: ['ana'] })],
}

const found = (content: Partial<Content>, known: Partial<ReviewFacts> = {}) =>
  review({ ...base, ...content }, { ...facts, ...known }).filter(({ isSample }) => !isSample)

const one = (level: 'error' | 'warning', section: string, field: string, message: string, id?: string) => [
  { level, section, ...(id !== undefined && { id }), field, message },
]

test('reports nothing for a programme without mistakes', () => {
  expect(found({})).toEqual([])
})

test('reports each sample text until it is changed', () => {
  const fields = review(contentDefaults, facts).map(({ section, field }) => `${section}.${field}`)
  expect(fields).toContain('hero.eventDate')
  expect(fields).toContain('about.stat2Number')
  expect(review(base, facts).map(({ section, field }) => `${section}.${field}`)).not.toContain('hero.eventDate')
})

test('reports two sessions at the same time in one room or with one speaker', () => {
  const twice = [
    talk('Redes', { speakerIds: ['ana'] }),
    talk('Nubes', { scenarioId: 'B', startTime: '09:30', speakerIds: ['ana'] }),
  ]
  expect(found({ events: twice })).toEqual(
    one('error', 'events', 'startTime', '«Redes» choca con «Nubes» (09:30–10:00, Sala B): ana está en los dos.', 'Redes'),
  )
  expect(found({ events: [talk('Redes', { speakerIds: ['ana'] }), talk('Nubes')] })).toEqual(
    one('error', 'events', 'startTime', '«Redes» choca con «Nubes» (09:00–10:00): está en el mismo escenario.', 'Redes'),
  )
})

test('reports a talk that begins before the conference or ends after it', () => {
  const at = (more: Partial<AgendaEvent>, endTime = '') =>
    found({ events: [base.events[0] as AgendaEvent, talk('Tarde', more)], event: { ...base.event, endTime } })
  expect(at({ day: '2027-03-04' }).map(({ field, level }) => `${level} ${field}`)).toEqual(['error day'])
  expect(at({ startTime: '06:00', endTime: '06:30' }).map(({ field }) => field)).toEqual(['startTime'])
  expect(at({ startTime: '17:00', endTime: '18:30' }, '18:00').map(({ field }) => field)).toEqual(['endTime'])
  expect(at({ startTime: '17:00', endTime: '18:00' }, '18:00')).toEqual([])
})

test('reports hidden speakers of a talk, and the number of talks in a hidden room', () => {
  const hidden = [speaker('ana', { isActive: false })]
  expect(found({ speakers: hidden })).toEqual(
    one('warning', 'events', 'speakerIds', '«Redes» se ve sin ana: su ficha está oculta.', 'Redes'),
  )
  const scenarios = [room('A', { isActive: false })]
  expect(found({ scenarios })).toEqual(
    one('warning', 'scenarios', 'isActive', 'El escenario «Sala A» está oculto: no se ve «Redes».', 'A'),
  )
  const events = [base.events[0] as AgendaEvent, talk('Nubes', { startTime: '11:00', endTime: '12:00' })]
  const plenary = talk('Cierre', { startTime: '15:00', endTime: '16:00', isPlenary: true })
  expect(found({ scenarios, events: [...events, plenary] }).map(({ message }) => message)).toContain(
    'El escenario «Sala A» está oculto: no se ven sus 2 eventos.',
  )
})

test('reports speakers without talks and talks without description, except breaks', () => {
  expect(found({ speakers: [speaker('ana'), speaker('beto')] })).toEqual(
    one('warning', 'speakers', 'name', 'beto no tiene ninguna charla.', 'beto'),
  )
  const bare = [
    talk('Redes', { speakerIds: ['ana'], description: '' }),
    talk('Café', { startTime: '11:00', endTime: '12:00', description: '', isPlenary: true }),
  ]
  expect(found({ events: bare })).toEqual(one('warning', 'events', 'description', '«Redes» no tiene descripción.', 'Redes'))
})

test('reports several days without talks in one sentence', () => {
  const on = (...days: string[]) => found({ events: days.map((day) => talk(day || 'hoy', { day, speakerIds: ['ana'] })) })
  expect(on('', '2027-03-08')).toEqual(
    one('warning', 'events', 'day', 'Del 6 de marzo de 2027 al 7 de marzo de 2027 no hay charlas.'),
  )
  const sample = { ...base.hero, eventDate: contentDefaults.hero.eventDate }
  expect(found({ hero: sample, events: [talk('Redes', { day: '2027-03-06', speakerIds: ['ana'] })] })).toEqual([])
  expect(on('2027-03-06')).toEqual(one('warning', 'events', 'day', 'El 5 de marzo de 2027 no hay charlas.'))
})

test('reports a conference that starts before its first talk, and suggests a time', () => {
  const hero = { ...base.hero, eventDate: '2027-03-05T13:00:00.000Z' }
  const [finding, ...others] = found({ hero })
  expect([finding, others]).toEqual([
    {
      ...one(
        'warning',
        'event',
        'startTime',
        'La conferencia empieza a las 07:00, y lo primero de la agenda, «Redes», a las 09:00.',
      )[0],
      fix: { label: 'Empezar a las 09:00', change: { startTime: '09:00' } },
    },
    [],
  ])
  expect(found({ hero, events: [] }).map(({ field }) => field)).not.toContain('startTime')
  const hidden = talk('Café', { startTime: '07:00', endTime: '07:30', isActive: false })
  expect(found({ hero, events: [...base.events, hidden] }).map(({ field }) => field)).toEqual(['startTime'])
  expect(found({ hero: contentDefaults.hero, events: base.events }).map(({ field }) => field)).toEqual([])
})

test.each([
  ['1', 'Día de evento', ['2', 'Días de evento']],
  ['3', 'días intensos', ['2', 'días intensos']],
  ['1', 'DIA', ['2', 'DIAs']],
])('reports the figure "%s %s" if the agenda has two days, and suggests a correct figure', (stat1Number, stat1Label, right) => {
  const events = ['', '2027-03-06'].map((day) => talk(day || 'Redes', { day, speakerIds: ['ana'] }))
  const about = { ...base.about, stat1Number, stat1Label }
  const [finding] = found({ about, events })
  expect(finding).toMatchObject({ section: 'about', field: 'stat1Number' })
  expect(Object.values(finding?.fix?.change ?? {})).toEqual(right)
  const sections = base.layout.sections.map((part) => ({ ...part, isVisible: part.key !== 'figures' }))
  expect(found({ about, events, layout: { sections } })).toEqual([])
})

test.each(['15+', 'muchos'])('accepts the figures "%s Pistas" and "9 Diagnósticos", which are not about days', (stat1Number) => {
  const about = { ...base.about, stat1Number, stat2Number: '9', stat2Label: 'Diagnósticos' }
  expect(found({ about })).toEqual([])
})

test('names up to three talks without description, then only their number', () => {
  const bare = (count: number) =>
    found({
      speakers: [],
      events: Array.from({ length: count }, (_, hour) =>
        talk(`Redes ${hour}`, { startTime: `${hour + 10}:00`, endTime: `${hour + 10}:30`, description: '' }),
      ),
      hero: { ...base.hero, eventDate: '2027-03-05T16:00:00.000Z' },
    }).map(({ message, id }) => [message, id])
  expect(bare(3)).toHaveLength(3)
  expect(bare(4)).toEqual([['4 charlas no tienen descripción.', 'Redes 0']])
})

test('reports a past event date, after three months as an error, and a wrong year in the name', () => {
  const at = (now: string) => found({}, { now: Date.parse(now) })
  const past = 'La fecha de la conferencia ya pasó: 5 de marzo de 2027.'
  expect(at('2027-03-07T00:00:00Z')).toEqual(
    one('warning', 'hero', 'eventDate', `${past} Cuando sea la hora de la siguiente, empieza en Ajustes, Ediciones.`),
  )
  expect(at('2027-07-07T00:00:00Z')).toEqual(one('error', 'hero', 'eventDate', past))
  const named = (name: string) => found({ event: { ...base.event, name } })
  expect(named('GuateConf 2026')).toEqual(
    one('error', 'event', 'name', 'La conferencia se llama «GuateConf 2026» y su fecha es de 2027.'),
  )
  expect(named('GuateConf 2027')).toEqual([])
})

test('reports a text that promises a mail if the site sends no mails', () => {
  const registrationForm = { ...base.registrationForm, successMessage: 'Revisa tu correo.' }
  expect(found({ registrationForm })).toEqual([])
  expect(found({ registrationForm }, { sendsMail: false })).toEqual(
    one('error', 'registrationForm', 'successMessage', '«Revisa tu correo.» habla de un correo, y este sitio no envía ninguno.'),
  )
})

test('reports small or missing photos, and logos that are invisible on their background', () => {
  const speakers = [speaker('ana', { image: '/public-objects/a.webp' })]
  const known = (size: { width: number; height: number } | 'missing') => ({
    pictures: new Map([['/public-objects/a.webp', size]]),
  })
  expect(found({ speakers }, known({ width: 120, height: 160 }))).toEqual(
    one('warning', 'speakers', 'image', 'La foto de ana es pequeña y se verá borrosa: 120×160 px, mejor 250×350.', 'ana'),
  )
  expect(found({ speakers }, known({ width: 250, height: 333 }))).toEqual([])
  expect(found({ speakers }, known('missing')).map(({ level }) => level)).toEqual(['error'])
  const backgrounds = new Map([['/public-objects/b.webp', 'dark' as const]])
  const logo = (background: Partner['background']) =>
    found({ partners: [partner('Banco', { logo: '/public-objects/b.webp', background })] }, { backgrounds })
  expect(logo('light')).toEqual(
    one('warning', 'partners', 'background', 'El logo de Banco casi no se distingue sobre el fondo claro.', 'Banco'),
  )
  expect(logo('auto')).toEqual([])
})

test('reports signature pictures of certificates that are missing or on another site', () => {
  const signedWith = (image: string, name = 'Ixchel Toj') =>
    found(
      { certificates: { ...base.certificates, signatures: [{ name, title: '', image }] } },
      { pictures: new Map([['/public-objects/gone.webp', 'missing']]) },
    ).map(({ section, field, message }) => `${section}.${field}: ${message}`)
  expect(signedWith('/public-objects/a.webp')).toEqual([])
  expect(signedWith('https://otro.gt/firma.png')).toEqual([
    'certificates.signatures: La firma de Ixchel Toj no es un archivo subido aquí y no sale en las constancias: súbela.',
  ])
  expect(signedWith('/public-objects/gone.webp', '')).toEqual([
    'certificates.signatures: La firma de una constancia ya no está en el servidor: súbela de nuevo.',
  ])
})

test('reports missing alternative texts and broken links, each at its field', () => {
  const about = { ...base.about, imageUrl: '/public-objects/a.webp' }
  expect(found({ about }).map(({ field }) => field)).toEqual(['imageAlt'])
  const bio = 'Hablo de [redes](https://conf.gt/#nada).'
  expect(
    found({ speakers: [speaker('ana', { bio })] }, { leadsSomewhere: (address) => address !== 'https://conf.gt/#nada' }),
  ).toEqual(one('error', 'speakers', 'bio', 'Este enlace no lleva a ninguna parte de la página: https://conf.gt/#nada', 'ana'))
  const mailTexts = { ...base.mailTexts, reminderBody: 'Mira https://conf.gt/#nada antes de venir.' }
  expect(
    found({ mailTexts }, { leadsSomewhere: (address) => address !== 'https://conf.gt/#nada' }).map(({ section, field }) => [
      section,
      field,
    ]),
  ).toEqual([['mailTexts', 'reminderBody']])
})
