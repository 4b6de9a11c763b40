import ICAL from 'ical.js'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { sharedDemo } from '../support/fixtures.ts'
import { organiserOf } from '../support/session.ts'

const product = await sharedDemo()

const read = async (path: string) => (await fetch(product.origin + path)).text()

test('messengers get a 1200×630 picture of the event', async () => {
  const html = await read('/')
  const image = /property="og:image" content="([^"]+)"/.exec(html)?.[1] ?? ''
  expect(image).toMatch(/\/compartir-[\w-]{8}\.png$/)
  const response = await fetch(image)
  const { format, width, height } = await sharp(await response.bytes()).metadata()
  expect([response.headers.get('content-type'), format, width, height]).toEqual(['image/png', 'png', 1200, 630])
})

test('search engines get the event as JSON-LD, with venue and performers', async () => {
  const html = await read('/')
  const json = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? ''
  const event = JSON.parse(json)
  // The event has a place and an online address. The place comes first.
  const [place] = [event.location].flat()
  expect([event['@type'], event.offers.price, place.address.addressCountry, event.performer.length]).toEqual([
    'Event',
    0,
    'GT',
    14,
  ])
  expect(event.subEvent).toHaveLength(19)
  expect(html).toContain(`<link rel="canonical" href="${product.origin}/">`)
  expect(await read('/robots.txt')).toContain(`Sitemap: ${product.origin}/sitemap.xml`)
  expect(await read('/sitemap.xml')).toContain(`<loc>${product.origin}/</loc>`)
  expect(JSON.parse(await read('/manifest.webmanifest')).icons.length).toBe(2)
  for (const path of ['/icon-192.png', '/icon-512.png', '/apple-touch-icon.png', '/favicon.svg']) {
    expect((await fetch(product.origin + path)).status).toBe(200)
  }
})

test('the calendar files have the times of the event and its talks in UTC', async () => {
  const event = await read('/evento.ics')
  expect(event).toMatch(/SUMMARY:Telar \d{4}\r/)
  // The event starts at 07:00 in Guatemala, which is always six hours behind UTC.
  expect(event).toMatch(/DTSTART:\d{8}T130000Z/)
  const agenda = await read('/agenda.ics')
  expect(agenda.match(/BEGIN:VEVENT/g)?.length).toBe(19)
  expect(agenda).toMatch(/DTSTART:\d{8}T143000Z\r\nDTEND:\d{8}T151500Z\r\nSUMMARY:Una máquina que entiende a mi abuela/)
})

test('a talk without an end ends in the calendar file when the room’s next talk begins', async () => {
  const panel = await organiserOf(product)
  const make = async (path: string, item: object) => (await panel(`POST ${path}`, item)).json()
  const room = await make('/api/agenda/scenarios', { name: 'Aula Quinta' })
  const people = await Promise.all(
    ['Ana', 'Beto'].map((name) => make('/api/speakers', { name, title: '', company: name === 'Ana' ? 'Labs' : '' })),
  )
  const talk = { scenarioId: room.id, day: '2099-11-21', speakerIds: people.map(({ id }) => id) }
  await make('/api/agenda/events', { ...talk, title: 'Primera', startTime: '09:00' })
  await make('/api/agenda/events', { ...talk, title: 'Segunda', startTime: '09:40' })
  const agenda = await read('/agenda.ics')
  expect(agenda).toMatch(/DTSTART:20991121T150000Z\r\nDTEND:20991121T154000Z\r\nSUMMARY:Primera/)
  expect(agenda).toMatch(/DTSTART:20991121T154000Z\r\nDTEND:20991122T000000Z\r\nSUMMARY:Segunda/)
  expect(agenda).toContain('Ana\\, Labs\\nBeto')
  // The event has an entry for each day, from the first start to the last end of the day.
  const days = [...(await read('/evento.ics')).matchAll(/DTSTART:(\w+)\r\nDTEND:(\w+)\r\nSUMMARY:.*\(día (\d de \d)\)/g)]
  expect(days.map(([, start, end, number]) => [start, end, number])).toEqual([
    [expect.stringMatching(/^20[2-3]\d1120T130000Z$/), expect.any(String), '1 de 2'],
    ['20991121T150000Z', '20991122T000000Z', '2 de 2'],
  ])
})

/** Returns a talk's start, sequence and last change, as read by another library. */
function entryIn(calendar: string, id: string) {
  const entries = new ICAL.Component(ICAL.parse(calendar)).getAllSubcomponents('vevent').map((entry) => new ICAL.Event(entry))
  const entry = entries.find(({ uid }) => uid.startsWith(`${id}@`))
  if (!entry) return null
  const timeOf = (property: string) => (entry.component.getFirstPropertyValue(property) as ICAL.Time).toJSDate().toISOString()
  return { start: timeOf('dtstart'), sequence: entry.sequence, changed: timeOf('last-modified'), stamp: timeOf('dtstamp') }
}

test("moving a talk increases the talk's SEQUENCE number in the calendar files", async () => {
  const panel = await organiserOf(product)
  const room = await (await panel('POST /api/agenda/scenarios', { name: 'Aula Sexta' })).json()
  const talk = { scenarioId: room.id, day: '2099-11-22', title: 'La que se mueve', startTime: '09:00', endTime: '10:00' }
  const made = await (await panel('POST /api/agenda/events', talk)).json()
  const before = entryIn(await read('/agenda.ics'), made.id)
  expect(before).toMatchObject({ start: '2099-11-22T15:00:00.000Z', sequence: 0 })
  const moved = await (await panel(`PUT /api/agenda/events/${made.id}`, { startTime: '09:30' })).json()
  const changed = `${moved.updatedAt.slice(0, 19)}.000Z`
  const after = entryIn(await read('/agenda.ics'), made.id)
  expect(after).toMatchObject({ start: '2099-11-22T15:30:00.000Z', changed, stamp: changed })
  expect(after?.sequence).toBeGreaterThan(before?.sequence ?? 0)
  expect(entryIn(await read(`/charlas/${made.slug}.ics`), made.id)).toEqual(after)
  await panel(`DELETE /api/agenda/events/${made.id}`)
  expect(entryIn(await read('/agenda.ics'), made.id)).toBeNull()
})

test('calendar files, schedule files and JSON-LD leave out a hidden agenda', async () => {
  const panel = await organiserOf(product)
  const { sections } = await (await panel('GET /api/layout')).json()
  const hidden = (sections as { key: string }[]).map((section) =>
    section.key === 'agenda' ? { ...section, isVisible: false } : section,
  )
  const files = ['/', '/agenda.ics', '/schedule.json', '/schedule.xml', '/schedule.csv', '/api/agenda/events']
  const naming = async () => {
    const texts = await Promise.all(files.map(read))
    return files.filter((_, index) => texts[index]?.includes('Una máquina que entiende a mi abuela'))
  }
  expect(await naming()).toEqual(files)
  await panel('PUT /api/layout', { sections: hidden })
  expect(await naming()).toEqual([])
  await panel('PUT /api/layout', { sections })
  expect(await naming()).toEqual(files)
})
