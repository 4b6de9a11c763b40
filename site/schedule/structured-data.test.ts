import { expect, test } from 'vitest'
import { itemDefaults } from '../../data/content/defaults.ts'
import { pageSections } from '../../data/content/schema.ts'
import { contentDefaults } from '../../data/content/stored.ts'
import { eventData, languagesOf } from './structured-data.ts'

const times = { createdAt: '', updatedAt: '' }
const around = {
  origin: 'https://conferencia.es',
  timeZone: 'Europe/Madrid',
  image: '',
  offer: 'open',
  sections: pageSections,
} as const

function conference(event: Partial<(typeof contentDefaults)['event']>) {
  const hero = { ...contentDefaults.hero, location: 'La Nave, Madrid', eventDate: '2026-11-20T07:00:00.000Z' }
  return {
    ...contentDefaults,
    hero,
    event: { ...contentDefaults.event, ...event },
    scenarios: [{ ...itemDefaults.scenarios, ...times, id: 'a', name: 'Sala Goya' }],
    speakers: [{ ...itemDefaults.speakers, ...times, id: 's', name: 'Ana', title: '', company: '' }],
    events: ['Inglés', 'Español'].map((language, index) => ({
      ...itemDefaults.events,
      ...times,
      id: String(index),
      title: `Charla ${index}`,
      startTime: `1${index}:00`,
      endTime: `1${index}:45`,
      scenarioId: 'a',
      speakerIds: ['s'],
      language,
    })),
  }
}

test('the JSON-LD of an event contains its venue and the room and time of each talk', () => {
  const fields = { city: 'Madrid', country: 'ES', address: 'Calle Cifuentes 5', mapUrl: 'https://mapa.es/' }
  const data = eventData(conference(fields), around)
  expect(data).toMatchObject({
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    inLanguage: ['en', 'es'],
    location: {
      '@type': 'Place',
      name: 'La Nave, Madrid',
      hasMap: 'https://mapa.es/',
      address: { streetAddress: 'Calle Cifuentes 5', addressLocality: 'Madrid', addressCountry: 'ES' },
    },
    offers: { price: 0, priceCurrency: 'EUR', availability: 'https://schema.org/InStock' },
    subEvent: [
      {
        name: 'Charla 0',
        startDate: '2026-11-20T09:00:00.000Z',
        endDate: '2026-11-20T09:45:00.000Z',
        location: { name: 'Sala Goya' },
        performer: [{ name: 'Ana' }],
      },
      { name: 'Charla 1' },
    ],
  })
  expect(JSON.stringify(data)).not.toMatch(/"GT"|GTQ/)
})

test('the JSON-LD contains no facts that the organisers did not enter', () => {
  const data = eventData({ ...contentDefaults, hero: { ...contentDefaults.hero, location: 'Auditorio' } }, around)
  expect(data.location).toEqual({ '@type': 'Place', name: 'Auditorio', address: { '@type': 'PostalAddress' } })
  expect(data.offers).not.toHaveProperty('priceCurrency')
  expect(data).not.toHaveProperty('subEvent')
})

test('the JSON-LD of an online event contains the URL of the stream', () => {
  const online = { '@type': 'VirtualLocation', url: 'https://video.es/' }
  const streamed = { streamUrl: online.url }
  expect(eventData(conference({ attendance: 'online', ...streamed }), around)).toMatchObject({
    eventAttendanceMode: 'https://schema.org/OnlineEventAttendanceMode',
    location: online,
  })
  const mixed = eventData(conference({ attendance: 'mixed', ...streamed }), { ...around, offer: 'full' })
  expect(mixed.location).toMatchObject([{ '@type': 'Place' }, online])
  expect(mixed.offers?.availability).toBe('https://schema.org/SoldOut')
  for (const offer of ['closed', 'over', null] as const)
    expect(eventData(conference({}), { ...around, offer })).not.toHaveProperty('offers')
})

test('the JSON-LD leaves out sections that are hidden on the page', () => {
  const told = (hidden: string) =>
    eventData(conference({}), { ...around, sections: pageSections.filter((key) => key !== hidden) })
  expect(told('agenda')).not.toHaveProperty('subEvent')
  expect(told('agenda')).toHaveProperty('performer')
  expect(told('speakers')).not.toHaveProperty('performer')
})

test('converts the languages of talks, such as "Inglés", "english" or "en", to codes', () => {
  for (const language of ['Inglés', 'english', 'en', ' EN '])
    expect([language, languagesOf([{ language }])]).toEqual([language, 'en'])
  for (const language of ['', 'es']) expect([language, languagesOf([{ language }])]).toEqual([language, 'es'])
  for (const language of ['he', 'Hebreo', 'HEBREW']) expect(languagesOf([{ language }])).toBe('he')
  expect(languagesOf([{ language: 'Klingon' }])).toBeUndefined()
  expect(languagesOf([{ language: 'es' }, { language: 'Inglés' }])).toEqual(['es', 'en'])
})
