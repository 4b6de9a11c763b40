import { expect, test } from 'vitest'
import { fallbackEventDate, itemDefaults, registrationTexts, sectionDefaults } from './defaults.ts'
import { itemSchemas, type SectionKey, sectionSchemas } from './schema.ts'

test.each(Object.keys(sectionDefaults) as SectionKey[])(
  'the default of the section %s is valid and can be saved unchanged',
  (key) => {
    expect(sectionSchemas[key].parse(sectionDefaults[key])).toEqual(sectionDefaults[key])
  },
)

test('the default texts of the section hero match the specification', () => {
  const { title, subtitle, eventDate, ctaText } = sectionDefaults.hero
  expect({ title, subtitle, ctaText }).toEqual({
    title: 'Conferencia 2025',
    subtitle: 'Save the date',
    ctaText: 'Regístrate Ahora',
  })
  expect(guatemala(eventDate)).toBe('2025-11-20 07:00')
})

test('without an event date, the page shows 13 November 2025, 07:00 in Guatemala', () => {
  expect(guatemala(fallbackEventDate)).toBe('2025-11-13 07:00')
})

test('the default texts of the section about match the specification', () => {
  const { title, stat1Number, stat1Label, stat2Number, stat2Label } = sectionDefaults.about
  expect({ title, stat1Number, stat1Label, stat2Number, stat2Label }).toEqual({
    title: '¿De qué se trata?',
    stat1Number: '1',
    stat1Label: 'Día de evento',
    stat2Number: '15+',
    stat2Label: 'Anfitriones',
  })
})

test('the default texts of benefits and segments match the specification', () => {
  expect(sectionDefaults.benefits.title).toBe('¿Qué podrás encontrar en el evento?')
  expect(sectionDefaults.segments).toEqual({
    title: 'Segmentos',
    segment1Title: 'Power talks',
    segment2Title: 'Experts on experts',
    segment3Title: 'Round tables',
    segment4Title: 'Networking',
  })
})

/** The default texts in the specification's table. The placeholders of e-mail and phone are missing, because the specification gives only their format. */
const formTable = {
  modalTitle: 'Registro - Conferencia 2025',
  modalSubtitle: 'Complete el formulario para confirmar su participación',
  nameLabel: 'Nombre completo',
  namePlaceholder: 'Tu nombre completo',
  emailLabel: 'Email',
  companyLabel: 'Empresa',
  companyPlaceholder: 'Tu empresa',
  positionLabel: 'Cargo',
  positionPlaceholder: 'Tu cargo',
  phoneLabel: 'Teléfono',
  marketingText: 'Acepto recibir información sobre futuros eventos y novedades',
  submitButtonText: 'Confirmar Registro',
  submitButtonProcessing: 'Procesando...',
  successTitle: '¡Registro exitoso!',
  successMessage: 'Gracias por registrarte. Te enviaremos más información por email.',
}

test('the default texts of the registration form match the specification', () => {
  const { emailPlaceholder, phonePlaceholder, ...texts } = sectionDefaults.registrationForm
  expect(texts).toEqual(formTable)
  expect(emailPlaceholder).toMatch(/^\S+@\S+\.\S+$/)
  expect(phonePlaceholder).toMatch(/^\+502 /)
})

test('an empty text of the registration form is replaced by its default', () => {
  const registrationForm = { ...sectionDefaults.registrationForm, submitButtonText: '', nameLabel: 'Tu nombre' }
  const texts = registrationTexts({ registrationForm, event: sectionDefaults.event })
  expect(texts).toEqual({ ...sectionDefaults.registrationForm, nameLabel: 'Tu nombre' })
})

test("an empty title of the registration form shows a default with the conference's name", () => {
  const registrationForm = { ...sectionDefaults.registrationForm, modalTitle: '' }
  const event = { ...sectionDefaults.event, name: 'Jornadas de Software' }
  expect(registrationTexts({ registrationForm, event }).modalTitle).toBe('Registro - Jornadas de Software')
})

test('a new item is visible, has displayOrder 0 and empty texts', () => {
  const { category, tier, background, ...partner } = itemDefaults.partners
  expect({ category, tier, background }).toEqual({ category: 'patrocinador', tier: 'supporting', background: 'auto' })
  const { kind, onlyIf, keepDays, ...question } = itemDefaults.questions
  expect({ kind, onlyIf, keepDays }).toEqual({ kind: 'text', onlyIf: null, keepDays: 30 })
  const { capacity, waitlist, releaseAfter, ...event } = itemDefaults.events
  expect({ capacity, waitlist, releaseAfter }).toEqual({ capacity: null, waitlist: true, releaseAfter: null })
  for (const { displayOrder, isActive, ...fields } of Object.values({
    ...itemDefaults,
    partners: partner,
    questions: question,
    events: event,
  })) {
    expect({ displayOrder, isActive }).toEqual({ displayOrder: 0, isActive: true })
    expect(Object.entries(fields).filter(([, value]) => ![false, ''].includes(value) && value.length !== 0)).toEqual([])
  }
})

test.each([
  ['speakers', { name: 'a', title: 'b', company: 'c' }],
  ['scenarios', { name: 'a' }],
  ['events', { scenarioId: '1', title: 'a', startTime: '09:00' }],
  ['partners', { name: 'a' }],
] as const)('an item of %s with only its required fields and defaults is valid', (key, required) => {
  expect(itemSchemas[key].parse({ ...itemDefaults[key], ...required })).toEqual({ ...itemDefaults[key], ...required })
})

function guatemala(instant: string): string {
  return new Date(instant).toLocaleString('sv-SE', { timeZone: 'America/Guatemala', dateStyle: 'short', timeStyle: 'short' })
}

test('without a mail server the default message after registering does not promise a mail', () => {
  const said = (successMessage: string, sendsMail: boolean) =>
    registrationTexts(
      { ...sectionDefaults, registrationForm: { ...sectionDefaults.registrationForm, successMessage } },
      sendsMail,
    ).successMessage
  expect(said('', true)).toBe('Gracias por registrarte. Te enviaremos más información por email.')
  expect(said('', false)).toBe('Gracias por registrarte.')
  expect(said(sectionDefaults.registrationForm.successMessage, false)).toBe('Gracias por registrarte.')
  expect(said('Te escribimos mañana.', false)).toBe('Te escribimos mañana.')
})
