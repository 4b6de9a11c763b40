import { expect, test, vi } from 'vitest'
import type { Places } from '../../data/content/places.ts'
import { saveSection } from '../../data/content/sections.ts'
import { chooseSessions } from '../../data/seats/choosing.ts'
import { addItem, addRegistration, createRegistration, holdClock, someEdit } from '../../data/testing.ts'
import { call, createTestApp, dataIn, log } from '../testing.ts'
import { watchPage } from './page-watch.ts'
import type { ItemData } from './render.ts'

const opensAt = '2025-06-01T12:00:00.000Z'
const closesAt = '2025-06-02T12:00:00.000Z'

/** `at(time)` returns the state of registration on the page that is published at this time. */
async function published(places: Partial<Places>) {
  holdClock('2025-06-01T11:59:59.999Z')
  const test = await createTestApp()
  saveSection(test.db, 'places', places, someEdit)
  await test.publisher.publish()
  const publish = vi.spyOn(test.publisher, 'publish')
  const watch = watchPage(test.db, 'America/Guatemala', test.publisher, log)
  const page = async () => (await dataIn(await test.app.request('/'))).content.offer
  const at = async (time: string) => {
    vi.setSystemTime(new Date(time))
    await watch.look()
    return (await page()).state
  }
  let count = 0
  const come = (people: number) => {
    for (let left = people; left > 0; left--)
      createRegistration(test.db, { name: 'Ana', email: `${count++}@ejemplo.gt` }, new Date().toISOString())
  }
  return { ...test, publish, watch, page, at, come }
}

test('publishes the page when registration opens and when it closes', async () => {
  const { at, page } = await published({ opensAt, closesAt })
  expect(await page()).toEqual({ state: 'not-open', opensAt, mayWait: false })
  expect(await at('2025-06-01T11:59:59.999Z')).toBe('not-open')
  expect(await at(opensAt)).toBe('open')
  expect(await at(closesAt)).toBe('closed')
})

test.each([
  [true, 'waiting-list'],
  [false, 'full'],
])('with waiting list: %s, the page shows when few seats are left, and then the state %s', async (waitlist, last) => {
  const { at, come } = await published({ capacity: 20, waitlist })
  come(17)
  expect(await at(opensAt)).toBe('open')
  come(1)
  expect(await at(opensAt)).toBe('last-places')
  come(2)
  expect(await at(opensAt)).toBe(last)
})

test('removes the notice from the page when its time is over', async () => {
  const { app, db, publisher, publish, at } = await published({})
  saveSection(db, 'notice', { text: 'La entrada es por la 7a avenida', until: closesAt }, someEdit)
  await publisher.publish()
  const shown = async () => (await dataIn(await app.request('/'))).content.notice.text
  publish.mockClear()
  await at('2025-06-02T11:59:59.999Z')
  expect(await shown()).toBe('La entrada es por la 7a avenida')
  expect(publish).not.toHaveBeenCalled()
  await at(closesAt)
  expect(await shown()).toBe('')
})

test('publishes nothing while the page would not change', async () => {
  const { at, come, publish } = await published({ capacity: 100 })
  come(5)
  for (let second = 10; second < 20; second++) await at(`2025-06-01T12:00:${second}.000Z`)
  expect(publish).not.toHaveBeenCalled()
})

test('retries publishing after an error, but not every second', async () => {
  const { at, come, publish, pages } = await published({ capacity: 1 })
  const { render } = pages
  pages.render = () => Promise.reject(new Error('no'))
  come(1)
  for (const second of [10, 11, 12]) await at(`2025-06-01T12:00:${second}.000Z`)
  expect(publish).toHaveBeenCalledTimes(1)
  pages.render = render
  expect(await at('2025-06-01T12:01:00.000Z')).toBe('waiting-list')
})

test('publishes a session again only if taken or freed seats change its displayed state', async () => {
  const { app, db, publisher, publish, watch } = await published({})
  saveSection(db, 'hero', { eventDate: '2027-03-04T15:00:00.000Z' }, someEdit)
  const fields = { startTime: '09:00', endTime: '10:00', isPlenary: true, slug: 'taller' }
  const { id } = addItem(db, 'events', { ...fields, title: 'Taller', capacity: 11 })
  await publisher.publish()
  publish.mockClear()
  const change = { at: opensAt, timeZone: 'America/Guatemala', queueMail: null }
  const people = Array.from({ length: 11 }, (_, index) => addRegistration(db, { email: `${index}@ejemplo.gt` }).id)
  const take = async (person = '', ids = [id]) => {
    expect(chooseSessions(db, person, ids, change, { by: 'own' })).toEqual({ outcome: 'stored' })
    await watch.look()
  }
  const states = async () => {
    const page = await dataIn(await app.request('/'))
    const { item } = (await dataIn(await app.request('/charlas/taller'))) as object as ItemData
    return [page.content.availability[id], 'talk' in item && item.talk.availability]
  }
  for (const person of people.slice(0, 9)) await take(person)
  expect([await states(), publish.mock.calls.length]).toEqual([['open', 'open'], 0])
  await take(people[9])
  expect([await states(), publish.mock.calls.length]).toEqual([['last-places', 'last-places'], 1])
  await take(people[10])
  expect([await states(), publish.mock.calls.length]).toEqual([['waiting-list', 'waiting-list'], 2])
  await take(people[3], [])
  expect([await states(), publish.mock.calls.length]).toEqual([['last-places', 'last-places'], 3])
  vi.setSystemTime(new Date('2027-03-04T16:00:00.000Z'))
  await watch.look()
  expect(await states()).toEqual([undefined, null])
})

async function conference(places: Partial<Places> = {}) {
  const test = await published(places)
  const edit = { ...someEdit, at: '2025-01-02T12:00:00.000Z' }
  saveSection(test.db, 'hero', { eventDate: '2027-03-04T15:00:00.000Z' }, edit)
  const hall = addItem(test.db, 'scenarios')
  const talk = addItem(test.db, 'events', { scenarioId: hall.id, startTime: '09:00', endTime: '10:00' })
  const now = async (time: string) => {
    await test.at(time)
    return (await dataIn(await test.app.request('/'))).content.now
  }
  const register = (name: string) => call(test, 'POST /api/registrations', { json: { name, email: `${name}@ejemplo.gt` } })
  return { ...test, talk, now, register }
}

test('publishes when the conference or a talk begins or ends', async () => {
  const { now, publish, talk } = await conference()
  expect((await now('2027-03-04T12:59:59.000Z')).moment).toBe('before')
  const before = publish.mock.calls.length
  expect(await now('2027-03-04T13:00:00.000Z')).toMatchObject({ moment: 'during', running: [], next: [talk.id] })
  expect(await now('2027-03-04T15:00:00.000Z')).toMatchObject({ moment: 'during', running: [talk.id], next: [] })
  expect((await now('2027-03-04T16:00:00.000Z')).moment).toBe('after')
  expect(publish.mock.calls.length - before).toBe(3)
})

test('after the event, registrations are refused by the page and by the API', async () => {
  const { at, register } = await conference({ closesAt: '2027-06-01T12:00:00.000Z' })
  expect(await at('2027-03-04T15:59:59.000Z')).toBe('open')
  expect((await register('ana')).status).toBe(201)
  expect(await at('2027-03-04T16:00:00.000Z')).toBe('over')
  const refused = await register('eva')
  const error = 'La conferencia ya terminó: el registro está cerrado.'
  expect([refused.status, await refused.json()]).toEqual([409, { error, reason: 'closed' }])
})
