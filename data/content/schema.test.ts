import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { required } from '../fields.ts'
import { limits } from '../limits.ts'
import { itemDefaults, sectionDefaults } from './defaults.ts'
import { itemSchemas, type SectionKey, sectionSchemas } from './schema.ts'
import { readStored } from './stored.ts'

const items = {
  speakers: {
    ...itemDefaults.speakers,
    name: 'José',
    title: 'CTO',
    company: 'Labs',
    links: [{ label: 'GitHub', url: 'https://github.com/jose' }],
  },
  scenarios: { ...itemDefaults.scenarios, name: 'Auditorio' },
  events: {
    ...itemDefaults.events,
    scenarioId: '1',
    title: 'Apertura',
    description: '- una\n- otra\n\nY un párrafo.',
    day: '2026-11-21',
    startTime: '09:00',
    speakerId: 'a',
    speakerIds: ['a', 'b'],
    isPlenary: true,
    language: 'Español',
    track: 'Datos',
  },
  partners: {
    ...itemDefaults.partners,
    name: 'Banco Maya',
    category: 'aliado',
    tier: 'main',
    tierName: 'Oro',
    background: 'dark',
  },
  questions: { ...itemDefaults.questions, label: '¿Qué comes?', kind: 'choice', options: ['De todo', 'Vegano'] },
  info: { ...itemDefaults.info, title: 'Cómo llegar', text: 'Por **la puerta 2**.', isInMenu: true },
}

test.each(Object.keys(items) as (keyof typeof items)[])('accepts a complete item of %s unchanged', (key) => {
  expect(itemSchemas[key].parse(items[key])).toEqual(items[key])
})

function messages(schema: z.ZodType, value: unknown): Record<string, string> {
  const issues = schema.safeParse(value).error?.issues ?? []
  return Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message]))
}

const tooLong = (max: number) => 'x'.repeat(max + 1)
const maximum = (max: number) => `Máximo ${max} caracteres`

describe('fields of an item', () => {
  test.each<[keyof typeof items, string, string, unknown]>([
    ['speakers', 'name', 'Nombre requerido', undefined],
    ['speakers', 'name', 'Nombre requerido', '   '],
    ['speakers', 'title', 'Cargo requerido', undefined],
    ['speakers', 'title', 'Escribe un texto', 7],
    ['speakers', 'title', maximum(255), tooLong(255)],
    ['speakers', 'company', 'Empresa requerida', undefined],
    ['speakers', 'bio', maximum(10_000), tooLong(10_000)],
    ['speakers', 'links', 'Escribe una lista', { label: 'a', url: '' }],
    ['speakers', 'links', 'Máximo 6 enlaces', Array.from({ length: 7 }, () => ({ label: 'a', url: '' }))],
    ['speakers', 'displayOrder', 'Escribe un número entero', 1.5],
    ['speakers', 'displayOrder', 'Escribe un número entero', '1'],
    ['speakers', 'displayOrder', 'El número es demasiado grande', 1_000_001],
    ['speakers', 'displayOrder', 'El número es demasiado pequeño', -1_000_001],
    ['speakers', 'isActive', 'Elige sí o no', 'true'],
    ['scenarios', 'name', 'Nombre requerido', ''],
    ['scenarios', 'description', 'Escribe un texto', 7],
    ['events', 'scenarioId', 'Escribe un texto', undefined],
    ['events', 'day', 'Escribe un día como 2026-11-20, entre los años 2000 y 2100', '20/11/2026'],
    ['events', 'day', 'Escribe un día como 2026-11-20, entre los años 2000 y 2100', '2026-02-30'],
    ['events', 'day', 'Escribe un día como 2026-11-20, entre los años 2000 y 2100', '1926-11-20'],
    ['events', 'speakerIds', 'Escribe una lista', 'a'],
    ['events', 'speakerIds', 'Máximo 50 speakers', Array.from({ length: 51 }, (_, index) => `${index}`)],
    ['events', 'isPlenary', 'Elige sí o no', 'no'],
    ['events', 'track', maximum(100), tooLong(100)],
    ['events', 'title', 'Título requerido', ' '],
    ['events', 'startTime', 'Escribe la hora como HH:mm, por ejemplo 09:00', '9:00'],
    ['events', 'startTime', 'Escribe la hora como HH:mm, por ejemplo 09:00', '24:00'],
    ['events', 'startTime', 'Escribe la hora como HH:mm, por ejemplo 09:00', ''],
    ['events', 'endTime', 'Escribe la hora como HH:mm, por ejemplo 09:00', '10:60'],
    ['partners', 'name', 'Nombre requerido', ''],
    ['partners', 'category', 'Elige patrocinador o aliado', 'oro'],
    ['partners', 'tier', 'Elige principal o de apoyo', 'gold'],
    ['partners', 'background', 'Elige automático, claro u oscuro', 'red'],
  ])('rejects the item field %s.%s with the message %s (%#)', (key, field, message, value) => {
    expect(messages(itemSchemas[key], { ...items[key], [field]: value })).toEqual({ [field]: message })
  })
})

describe('fields of a section', () => {
  test.each<[SectionKey, string, string, unknown]>([
    ['hero', 'title', 'Este campo es obligatorio', ''],
    ['hero', 'title', maximum(255), tooLong(255)],
    ['hero', 'ctaText', maximum(100), tooLong(100)],
    ['hero', 'subtitle', 'Escribe un texto', 5],
    ['hero', 'eventDate', 'Escribe una fecha válida, entre los años 2000 y 2100', true],
    ['hero', 'eventDate', 'Escribe una fecha válida, entre los años 2000 y 2100', 'mañana'],
    ['hero', 'eventDate', 'Escribe una fecha válida, entre los años 2000 y 2100', '9999-12-31T23:59:59-23:59'],
    ['hero', 'eventDate', 'Escribe una fecha válida, entre los años 2000 y 2100', '0001-01-01'],
    ['about', 'description1', 'Este campo es obligatorio', ''],
    ['about', 'description2', maximum(10_000), tooLong(10_000)],
    ['about', 'stat1Number', maximum(100), tooLong(100)],
    ['benefits', 'benefit6Title', maximum(255), tooLong(255)],
    ['benefits', 'benefit6Description', 'Este campo es obligatorio', undefined],
    ['segments', 'segment4Title', 'Este campo es obligatorio', ' '],
    ['registrationForm', 'modalTitle', maximum(255), tooLong(255)],
    ['registrationForm', 'nameLabel', maximum(100), tooLong(100)],
    ['registrationForm', 'phonePlaceholder', maximum(100), tooLong(100)],
  ])('rejects the section field %s.%s with the message %s (%#)', (key, field, message, value) => {
    expect(messages(sectionSchemas[key], { ...sectionDefaults[key], [field]: value })).toEqual({ [field]: message })
  })
})

test.each([
  ...['', '2025-02-30', '2025-02-30T07:00', '31 Nov 2025', '20/11/2025', 'Nov 2025', 'Sala 3', 'mañana', 'T', '20 Nov 1999'],
  ...[0, 8.64e15 + 1, null],
])('refuses %j as an event date', (eventDate) => {
  expect(Object.keys(messages(sectionSchemas.hero, { ...sectionDefaults.hero, eventDate }))).toEqual(['eventDate'])
})

test('accepts texts of maximum length, and removes blanks around them', () => {
  const title = 'x'.repeat(limits.title)
  expect(sectionSchemas.hero.parse({ ...sectionDefaults.hero, title: ` ${title}\n` }).title).toBe(title)
})

test('null in a text field becomes an empty text', () => {
  const speaker = { ...items.speakers, title: '' }
  expect(itemSchemas.speakers.parse({ ...speaker, title: null, bio: null, image: null, twitterUrl: null })).toEqual(speaker)
  const event = { ...items.events, speakerId: '', day: '' }
  expect(itemSchemas.events.parse({ ...event, endTime: null, speakerId: null, day: null })).toEqual(event)
})

test('removes repeated speakers of a session and empty links of a speaker', () => {
  expect(itemSchemas.events.parse({ ...items.events, speakerIds: ['b', 'a', '', 'b'] }).speakerIds).toEqual(['b', 'a'])
  const links = [{ label: 'Blog', url: 'NA' }, { label: '', url: '' }, ...items.speakers.links]
  expect(itemSchemas.speakers.parse({ ...items.speakers, links }).links).toEqual(items.speakers.links)
  const unnamed = { ...items.speakers, links: [{ label: '', url: 'https://ejemplo.gt' }] }
  expect(messages(itemSchemas.speakers, unnamed)).toEqual({ 'links.0.label': 'Escribe cómo se llama' })
})

test.each([
  ['2025-11-20T07:00:00-06:00', '2025-11-20T13:00:00.000Z'],
  ['2025-11-20T13:00:00Z', '2025-11-20T13:00:00.000Z'],
  ['2025-11-20', '2025-11-20'],
  ['20 Nov 2025', '2025-11-20'],
  ['November 20, 2025', '2025-11-20'],
  ['2025/11/20', '2025-11-20'],
  ['2025-11-20T07:00', '2025-11-20T07:00'],
  ['2025-11-20 19:30:15', '2025-11-20T19:30'],
  ['11/20/2025 7:30 PM', '2025-11-20T19:30'],
  ['11-20-2025 07:30', '2025-11-20T07:30'],
  ['Thu Nov 20 2025 07:00:00 GMT-0600 (hora estándar central)', '2025-11-20T13:00:00.000Z'],
  ['20 Nov 2025 07:00 CST', '2025-11-20T13:00:00.000Z'],
  [1763643600000, '2025-11-20T13:00:00.000Z'],
])('reads the event date %s as %s', (given, kept) => {
  expect(sectionSchemas.hero.shape.eventDate.parse(given)).toBe(kept)
})

test.each([
  ...(Object.keys(sectionDefaults) as SectionKey[]).map((key) => ({
    key,
    schema: sectionSchemas[key],
    value: sectionDefaults[key],
  })),
  ...(Object.keys(items) as (keyof typeof items)[]).map((key) => ({ key, schema: itemSchemas[key], value: items[key] })),
])('rejects unknown fields in $key', ({ schema, value }) => {
  expect(schema.safeParse({ ...value, extra: 1 }).error?.issues.map(({ code }) => code)).toEqual(['unrecognized_keys'])
})

test('removes line breaks from one-line texts, and keeps them in longer texts', () => {
  const broken = '\0 Días\r\nDTSTART:1\u2028de\tla\u0007Red\n'
  const whole = 'Días DTSTART:1 de la Red'
  expect(sectionSchemas.event.shape.name.parse(broken)).toBe(whole)
  expect(sectionSchemas.hero.shape.location.parse(broken)).toBe(whole)
  expect(sectionSchemas.mailTexts.shape.confirmationSubject.parse(broken)).toBe(whole)
  expect(sectionSchemas.benefits.shape.benefit1Title.parse('Uno\ndos')).toBe('Uno\ndos')
  expect(itemSchemas.speakers.shape.bio.parse('Uno\n\ndos')).toBe('Uno\n\ndos')
  expect(required(100).safeParse(' \n\0 ').success).toBe(false)
  const item = { id: 'a', createdAt: '2025-06-01T12:00:00.000Z', updatedAt: '2025-06-01T12:00:00.000Z' }
  expect(readStored('event', { name: broken })).toMatchObject({ value: { name: whole }, isBroken: false })
  expect(readStored('scenarios', [{ ...item, name: broken }])).toMatchObject({ value: [{ name: whole }], isBroken: false })
})
