import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { saveSection } from '../../data/content/sections.ts'
import type { DoorAccount, DoorDevice } from '../../data/door/schema.ts'
import { forgetUnknownArrivals } from '../../data/door/sending-limits.ts'
import { limits } from '../../data/limits.ts'
import { someEdit } from '../../data/testing.ts'
import { call, type TestApp } from '../testing.ts'
import { arrival, createDoor, minutes, newWalkIn, nine, setClock } from './testing.ts'

/** Attacks with a helper's account or phone, while honest phones work. */

const hours = (count: number) => minutes(count * 60)
const days = (count: number) => hours(count * 24)
const many = <T>(count: number, make: (index: number) => T) => Array.from({ length: count }, (_, index) => make(index))
async function statusOf(asked: Promise<Response>): Promise<number> {
  const answer = await asked
  await answer.text()
  return answer.status
}

const countOf = ({ db }: TestApp, table: string) => db.prepare(`SELECT count(*) FROM ${table}`).pluck().get()

afterEach(() => void vi.useRealTimers())

describe('times of arrivals', () => {
  test("an undo dated in the future gets the server's time, so that later arrivals count", async () => {
    const { arrive, person } = await createDoor()
    const { id } = person('ana')
    await arrive(arrival(id))
    for (const [at, offset] of [
      ['9999-12-31T23:59:59Z', 0],
      [nine, 3_155_760_000_000],
    ] as const) {
      expect(await arrive(arrival(id, at, { offset, undo: true }))).toMatchObject([{ arrivedAt: null }])
      setClock(new Date(Date.now() + 60_000).toISOString())
      const now = new Date().toISOString()
      expect(await arrive(arrival(id, now))).toMatchObject([{ arrivedAt: now }])
    }
  })

  test('undoing an arrival on a phone with a fast clock does not cancel a later arrival', async () => {
    const { send, person } = await createDoor()
    const { id } = person('ana')
    await send([arrival(id, minutes(30))], 'a')
    await send([arrival(id, hours(3), { undo: true })], 'b')
    setClock(minutes(61))
    const [ana] = await (await send([arrival(id, minutes(61))], 'a')).json()
    expect(ana.arrivedAt).toBe(minutes(61))
  })

  test('dates no arrival before the time when the phone downloaded the attendee list', async () => {
    const { list, send, person } = await createDoor({ now: minutes(-60) })
    const [ana, luis] = [person('ana'), person('luis')]
    await list('?device=a')
    setClock(minutes(60))
    const atOf = async (id: string, device: string) => (await (await send([arrival(id, days(-300))], device)).json())[0].arrivedAt
    expect([await atOf(ana.id, 'a'), await atOf(luis.id, 'unknown')]).toEqual([minutes(-60), minutes(60 - 24 * 60)])
  })

  test('arrivals of an offline phone at the door keep their order even if its clock is wrong', async () => {
    const { list, send, person } = await createDoor({ now: minutes(-60) })
    const [ana, luis, eva] = [person('ana'), person('luis'), person('eva')]
    await list('?device=a')
    setClock(hours(5))
    const ahead = 2 * 24 * 60
    const seenAt = (id: string, minute: number, more: object = {}) => arrival(id, minutes(minute + ahead), more)
    const [first, slip] = [seenAt(ana.id, 10), seenAt(luis.id, 20)]
    const events = [first, slip, seenAt(luis.id, 21, { undo: slip.id }), seenAt(luis.id, 22)]
    const answer = await send(events, 'a', { sentAt: minutes(5 * 60 + ahead) })
    expect((await answer.json()).map(({ arrivedAt }: { arrivedAt: string }) => arrivedAt)).toEqual([minutes(10), minutes(22)])
    const undone = [seenAt(eva.id, 10), seenAt(eva.id, 11, { undo: true }), seenAt(eva.id, 12)]
    expect(await (await send(undone, 'a')).json()).toMatchObject([{ arrivedAt: hours(5) }])
  })

  test('arrivals sent by three phones at the door keep their order although their clocks differ', async () => {
    const { list, send, person, summary } = await createDoor({ now: minutes(-60) })
    const people = many(9, (index) => person(`p${index}`))
    const phones = ['a', 'b', 'c']
    for (const phone of phones) await list(`?device=${phone}`)
    setClock(hours(4))
    for (const [index, device] of phones.entries()) {
      const offset = (index - 1) * 5 * 60_000
      const clockAt = (minute: number) => new Date(Date.parse(minutes(minute)) - offset).toISOString()
      const own = people.flatMap(({ id }, who) =>
        who % 3 === index ? [arrival(id, clockAt(who), { offset, door: device })] : [],
      )
      await send(own, device, { sentAt: new Date(Date.now() - offset).toISOString() })
    }
    await send([arrival(people[0]?.id ?? '', minutes(3), { door: 'c' })], 'c')
    const { arrived, doublesSeen } = await summary()
    expect([arrived, doublesSeen]).toMatchObject([9, [{ at: [minutes(0), minutes(3)], doors: ['a', 'c'] }]])
  })
})

describe('limits at the door', () => {
  test('counts all people who were let in twice, and lists the latest hundred', async () => {
    const { send, person, summary } = await createDoor({ now: minutes(120) })
    const people = many(102, (index) => person(`p${index}`))
    const twice = people.flatMap(({ id }, index) => [arrival(id, minutes(index)), arrival(id, minutes(index + 1))])
    await send(twice, 'a')
    const { doublesCount, doublesSeen } = await summary()
    expect([doublesCount, doublesSeen.length, doublesSeen[0]]).toMatchObject([102, 100, { name: 'p101' }])
  })

  test('stores at most a thousand arrivals of unknown people per account and day', async () => {
    const { app, send } = await createDoor()
    for (let sent = 0; sent < 3; sent++)
      await send(
        many(1_000, () => arrival(randomUUID())),
        `phone-${sent}`,
      )
    expect(countOf(app, 'arrivals')).toBe(limits.door.unknownEvents)
    forgetUnknownArrivals(app.db, hours(24))
    expect(countOf(app, 'arrivals')).toBe(limits.door.unknownEvents)
    forgetUnknownArrivals(app.db, hours(26))
    expect(countOf(app, 'arrivals')).toBe(0)
  })

  test('stores at most fifty arrivals of one person that one account sent', async () => {
    const { app, another, send, person } = await createDoor()
    const { id } = person('ana')
    for (let sent = 0; sent < 3; sent++)
      await send(
        many(1_000, (index) => arrival(id, minutes(index / 100))),
        `phone-${sent}`,
      )
    expect(countOf(app, 'arrivals')).toBe(limits.door.personEvents)
    const other = await another()
    await send([arrival(id, minutes(59), { undo: true })], 'other', { cookie: other })
    const [ana] = await (await send([arrival(id, minutes(60))], 'other', { cookie: other })).json()
    expect(ana.arrivedAt).toBe(minutes(60))
  })

  test('stores at most 10,000 arrivals per phone at the door and 20,000 per account a day', async () => {
    const { app, another, again, send, person } = await createDoor()
    const { id } = person('ana')
    const userId = app.db.prepare("SELECT id FROM users WHERE role = 'door'").pluck().get()
    const store = app.db.prepare(`
      INSERT INTO arrivals (id, registration, sentAs, device, at, door, receivedAt, receivedBy)
      WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 9999)
      SELECT @device || n, 'r' || n, 'r' || n, @device, @at, '', @at, @userId FROM numbers`)
    store.run({ device: 'a', at: nine, userId })
    expect((await send([arrival(id)], 'a')).status).toBe(200)
    const refused = await send([arrival(id)], 'a')
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '600'])
    expect((await send([arrival(id)], 'b')).status).toBe(200)
    store.run({ device: 'b', at: nine, userId })
    expect((await send([arrival(id)], 'c')).status).toBe(429)
    expect((await send([], 'c')).status).toBe(200)
    expect((await send([arrival(id)], 'a', { cookie: await another() })).status).toBe(200)
    setClock(hours(25))
    expect((await send([arrival(id)], 'c', { cookie: await again() })).status).toBe(200)
  })

  test('accepts 300 arrivals in one call, and then 20 people added at the door', async () => {
    const { send, sendWalkIn, person, summary } = await createDoor()
    const people = many(300, (index) => person(`p${index}`))
    expect((await send(people.map(({ id }) => arrival(id)))).status).toBe(200)
    for (const walkIn of many(20, () => newWalkIn())) expect((await sendWalkIn(walkIn)).status).toBe(201)
    expect(await summary()).toMatchObject({ arrived: 320, walkIns: 20 })
  })
})

describe('limits for people without a registration', () => {
  test('an account can add at most 60 people at the door in ten minutes', async () => {
    const { app, again, sendWalkIn } = await createDoor()
    const statuses = new Set<number>()
    for (const walkIn of many(60, () => newWalkIn())) statuses.add((await sendWalkIn(walkIn)).status)
    const refused = await sendWalkIn(newWalkIn())
    expect([[...statuses], refused.status, refused.headers.get('Retry-After')]).toEqual([[201], 429, '600'])
    setClock(minutes(71))
    expect((await sendWalkIn(newWalkIn())).status).toBe(201)
    const store = app.db.prepare(`
      INSERT INTO arrivals (id, registration, sentAs, device, at, door, receivedAt, receivedBy)
      WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 539)
      SELECT 'w' || n, 'w' || n, 'w' || n, 'a', @at, '', @at, (SELECT id FROM users WHERE role = 'door') FROM numbers`)
    store.run({ at: minutes(-600) })
    setClock(minutes(90))
    expect((await sendWalkIn(newWalkIn())).status).toBe(429)
    setClock(hours(15))
    expect((await sendWalkIn(newWalkIn(), await again())).status).toBe(201)
  })

  test.each([
    ['four days before the event', { now: days(-4) }, true],
    ['five days after the event', { now: days(5) }, false],
    ['if the event has no date', { now: nine, eventDate: '' }, true],
  ])('adding people at the door and getting the attendee list is refused %s', async (_, options, isEarly) => {
    const { app, sendWalkIn, getList } = await createDoor(options)
    const walkIn = await sendWalkIn(newWalkIn({ at: options.now }))
    const list = await getList('?device=a')
    expect([walkIn.status, list.status, await list.json()]).toEqual([
      409,
      410,
      { error: expect.stringMatching(/^(La puerta|El evento)/), isEarly },
    ])
    expect([countOf(app, 'registrations'), countOf(app, 'doorDevices')]).toEqual([0, 0])
  })

  test('accepts a person added on an offline phone that goes online days after the event', async () => {
    const { again, list, sendWalkIn } = await createDoor({ now: minutes(-60) })
    await list('?device=a')
    setClock(days(6))
    expect((await sendWalkIn(newWalkIn({ device: 'a' }), await again())).status).toBe(201)
  })
})

describe('discarding everything that one phone or account sent', () => {
  test('an administrator can discard and restore everything that a phone at the door sent', async () => {
    const door = await createDoor()
    const { app, another, list, send, sendWalkIn, person, asAdmin, summary } = door
    const [ana, luis, eva] = [person('ana'), person('luis'), person('eva')]
    const thief = await another()
    await list('?device=lost', thief)
    await list('?device=honest')
    await send(
      [ana, luis].map(({ id }) => arrival(id, minutes(60))),
      'honest',
    )
    setClock(minutes(90))
    const both = newWalkIn({ device: 'lost', name: 'También allá', at: minutes(70) })
    const invented = many(5, (index) =>
      newWalkIn({ device: 'lost', name: `Nadie ${index}`, email: `n${index}@ejemplo.gt`, at: minutes(70) }),
    )
    for (const walkIn of [both, ...invented]) await sendWalkIn(walkIn, thief)
    await send([arrival(both.id, minutes(80))], 'honest')
    await send([...[ana, luis].map(({ id }) => arrival(id, minutes(85), { undo: true })), arrival(eva.id, minutes(85))], 'lost', {
      cookie: thief,
    })
    const spoilt = await summary()
    expect(spoilt).toMatchObject({ arrived: 7, missing: 2, walkIns: 6 })

    expect(await (await asAdmin('DELETE /api/door/devices/lost/sent')).json()).toEqual({ events: 9, people: 5 })
    expect(await summary()).toMatchObject({ arrived: 3, missing: 1, walkIns: 1 })
    const phones = async (): Promise<DoorDevice[]> => (await asAdmin('GET /api/door/devices')).json()
    expect((await phones()).find(({ id }) => id === 'lost')).toMatchObject({ sent: 9, droppedAt: minutes(90) })
    // Door events that the phone sends after the drop do not count either.
    const late = newWalkIn({ device: 'lost', at: minutes(90) })
    expect(await (await sendWalkIn(late, thief)).json()).toMatchObject({ status: 'erased', arrivedAt: null })
    await send([arrival(ana.id, minutes(90), { undo: true })], 'lost', { cookie: thief })
    expect(await summary()).toMatchObject({ arrived: 3, missing: 1, walkIns: 1 })

    expect(await (await asAdmin('POST /api/door/devices/lost/sent')).json()).toEqual({ events: 11, people: 6 })
    expect(await summary()).toMatchObject({ arrived: 8, walkIns: 7, missing: 2 })
    expect((await phones()).find(({ id }) => id === 'lost')).toMatchObject({ droppedAt: null })
    expect((await asAdmin('POST /api/door/devices/lost/sent')).status).toBe(404)
    const actions = app.db.prepare("SELECT action, subjectId FROM audit WHERE action LIKE 'door-sent%' ORDER BY id").all()
    expect(actions).toEqual(['dropped', 'restored'].map((done) => ({ action: `door-sent-${done}`, subjectId: 'lost' })))
  })

  test('discards all arrivals that one account sent, even with invented phone ids', async () => {
    const { another, send, person, asAdmin, arrive, summary } = await createDoor()
    const [ana, luis] = [person('ana'), person('luis')]
    await arrive(arrival(ana.id))
    const thief = await another()
    await send(
      many(250, () => arrival(randomUUID())),
      'made-up',
      { cookie: thief },
    )
    await send([arrival(ana.id, minutes(1), { undo: true }), arrival(luis.id)], 'other', { cookie: thief })
    const accounts: DoorAccount[] = await (await asAdmin('GET /api/door/accounts')).json()
    const account = accounts.find(({ sent }) => sent === 252)
    expect(accounts).toHaveLength(2)
    expect(await (await asAdmin(`DELETE /api/door/accounts/${account?.id}/sent`)).json()).toEqual({ events: 252, people: 0 })
    expect(await summary()).toMatchObject({ arrived: 1, missing: 1 })
    await send([arrival(luis.id, minutes(2))], 'other', { cookie: thief })
    expect(await summary()).toMatchObject({ arrived: 2 })
    expect(await (await asAdmin(`POST /api/door/accounts/${account?.id}/sent`)).json()).toEqual({ events: 252, people: 0 })
    expect((await asAdmin('DELETE /api/door/accounts/nobody/sent')).status).toBe(404)
  })
})

describe('a phone removed from the door', () => {
  test('a removed phone can still be told to delete its attendee list 40 days later', async () => {
    const { app, another, again, getList, asAdmin } = await createDoor()
    const lost = await another()
    await statusOf(getList('?device=lost', lost))
    await asAdmin('DELETE /api/door/devices/lost')
    const statuses = new Set<number>()
    for (let number = 0; number < limits.door.phones + 10; number++)
      statuses.add(await statusOf(getList(`?device=made-up-${number}`)))
    expect([...statuses]).toEqual([200, 409])
    const devices: DoorDevice[] = await (await asAdmin('GET /api/door/devices')).json()
    expect(devices).toHaveLength(limits.door.phones + 1)
    setClock(days(40))
    saveSection(app.db, 'hero', { eventDate: days(40) }, someEdit)
    expect(await statusOf(getList('?device=another', await again()))).toBe(200)
    expect(countOf(app, 'doorDevices')).toBe(2)
    expect(await statusOf(getList('?device=lost', await again()))).toBe(410)
  })

  test('a phone removed from the door gets only the order to delete its attendee list', async () => {
    const { app, another, getList, send, sendWalkIn, person, asAdmin } = await createDoor()
    const { id } = person('ana')
    const lost = await another('admin')
    await statusOf(getList('?device=lost', lost))
    await statusOf(getList('?device=other', lost))
    await asAdmin('DELETE /api/door/devices/lost')
    for (const request of [
      'GET /api/door/summary',
      'GET /api/registrations',
      'GET /api/users',
      'POST /api/trash/x/restore',
    ] as const)
      expect([
        request,
        (await call(app, request, { cookie: lost, json: request.startsWith('POST') ? {} : undefined })).status,
      ]).toEqual([request, 401])
    expect(await (await call(app, 'GET /api/auth/me', { cookie: lost })).json()).toMatchObject({ user: null })
    // The server answers 410 to the removed phone, but stores the door events in its request.
    const told = await send([arrival(id, minutes(60))], 'other', { cookie: lost })
    expect([told.status, await told.json()]).toMatchObject([410, { ended: true, people: [{ arrivedAt: minutes(60) }] }])
    expect((await sendWalkIn(newWalkIn({ at: minutes(60) }), lost)).status).toBe(410)
    const answer = await getList('?device=new-name', lost)
    expect([answer.status, await answer.json()]).toEqual([410, { error: expect.any(String), ended: true }])
    expect((await getList('?device=lost', lost)).status).toBe(401)
  })
})

test('one account can download the whole attendee list to only one phone at a time', async () => {
  const { another, getList, list, person } = await createDoor()
  for (let count = 0; count < 1_200; count++) person(`p${count}`)
  const first = await getList()
  const second = await getList()
  expect([second.status, second.headers.get('Retry-After')]).toEqual([429, '3'])
  const [other, { cursor }] = [await getList('', await another()), JSON.parse(await first.text())]
  expect(other.status).toBe(200)
  const third = await getList()
  expect((await list(`?since=${cursor}`)).isWhole).toBe(false)
  // The client aborts the download.
  await third.body?.cancel()
  await vi.waitUntil(async () => (await getList()).status === 200)
})
