import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { saveSection } from '../../data/content/sections.ts'
import { ticketOf } from '../../data/door/list.ts'
import type { DoorDevice, DoorList, DoorPerson } from '../../data/door/schema.ts'
import { groupSizes } from '../../data/mail/group-mails.ts'
import { registrationByToken } from '../../data/own/own-registration.ts'
import { readPersonalData } from '../../data/registrations/personal-data.ts'
import { addRegistration, someEdit } from '../../data/testing.ts'
import { call } from '../testing.ts'
import { arrival, createDoor, newWalkIn as luis, minutes, nine, setClock, tokenOf } from './testing.ts'

describe('the attendee list on a phone at the door', () => {
  test('the attendee list has name, company, status and a hash of the ticket', async () => {
    const { app, list, person } = await createDoor()
    const { id } = person('ana', { company: 'Labs', phone: '5555 1234', comments: 'Llego tarde' })
    const { people, gone, isWhole } = await list()
    const ticket = ticketOf(tokenOf(app, id))
    expect(people).toEqual([{ id, name: 'ana', company: 'Labs', status: 'registered', arrivedAt: null, door: null, ticket }])
    expect([gone, isWhole, ticket]).toEqual([[], true, expect.stringMatching(/^[0-9a-f]{64}$/)])
    expect(JSON.stringify(people)).not.toContain(tokenOf(app, id))
  })

  test('the attendee list tells phones at the door to delete it three days after the conference', async () => {
    const { app, list } = await createDoor()
    saveSection(app.db, 'event', { endTime: '18:00' }, someEdit)
    // Three days after 18:00 in Guatemala.
    expect((await list()).keepUntil).toBe('2027-03-08T00:00:00.000Z')
  })

  test('the attendee list has only the changes since the cursor that the phone sends', async () => {
    const { list, person, asAdmin, arrive } = await createDoor()
    const [ana, luis, eva] = [person('ana'), person('luis'), person('eva')]
    const { cursor } = await list()
    expect(await list(`?since=${cursor}`)).toMatchObject({ cursor, isWhole: false, people: [], gone: [] })
    await asAdmin(`PUT /api/registrations/${ana.id}`, { name: 'Ana María' })
    await asAdmin(`PUT /api/registrations/${ana.id}`, { staffNotes: 'no part of it' })
    await asAdmin(`PUT /api/registrations/${luis.id}`, { status: 'cancelled' })
    await asAdmin(`DELETE /api/registrations/${eva.id}`)
    const mia = person('mia')
    const next = await list(`?since=${cursor}`)
    expect([next.isWhole, next.gone]).toEqual([false, [eva.id]])
    expect(next.people.map(({ name, status }) => [name, status])).toEqual([
      ['Ana María', 'registered'],
      ['luis', 'cancelled'],
      ['mia', 'registered'],
    ])
    await arrive(arrival(mia.id, nine, { door: '2' }))
    const last = await list(`?since=${next.cursor}`)
    expect(last.people).toMatchObject([{ name: 'mia', arrivedAt: nine, door: '2' }])
  })

  test('returns the whole attendee list for an invalid cursor, and after a restore of a backup', async () => {
    const { app, list, person } = await createDoor()
    person('ana')
    const { cursor } = await list()
    const ahead = `${cursor}9`
    for (const other of ['x', '', ahead, '0.0.0', `${cursor}.0`])
      expect([other, await list(`?since=${other}`)]).toMatchObject([other, { isWhole: true, people: [{ name: 'ana' }] }])
    app.db.prepare("INSERT INTO mailMarks (name, at) VALUES ('restored', ?)").run(nine)
    expect(await list(`?since=${cursor}`)).toMatchObject({ isWhole: true, people: [{ name: 'ana' }] })
  })

  test('the attendee list does not reveal which people tried to register twice', async () => {
    const { app, list, person } = await createDoor()
    person('ana')
    const { cursor } = await list()
    const json = { name: 'Otra', email: 'ana@ejemplo.gt' }
    await call(app, 'POST /api/registrations', { json })
    expect(await list(`?since=${cursor}`)).toMatchObject({ people: [], gone: [] })
  })

  test.each([
    ['gzip', gunzipSync],
    ['br', brotliDecompressSync],
  ])('compresses a long attendee list with %s', async (encoding, unpack) => {
    const { app, door } = await createDoor()
    for (let count = 0; count < 1_203; count++)
      addRegistration(app.db, { name: `Persona ${count}`, email: `${count}@ejemplo.gt` })
    const answer = await call(app, 'GET /api/door/list', { cookie: door, headers: { 'Accept-Encoding': encoding } })
    expect([answer.headers.get('Content-Encoding'), answer.headers.get('Cache-Control')]).toEqual([encoding, 'no-store'])
    const { people }: DoorList = JSON.parse(unpack(Buffer.from(await answer.bytes())).toString())
    expect(new Set(people.map(({ name }) => name)).size).toBe(1_203)
    expect(people.map(({ name }) => name)).toEqual(people.map(({ name }) => name).toSorted())
  })
})

describe('arrivals', () => {
  test('stores an arrival once, even if it is sent several times', async () => {
    const { arrive, person, summary } = await createDoor()
    const { id } = person('ana')
    const [late, early] = [arrival(id, minutes(4), { door: 'B' }), arrival(id, minutes(2), { door: 'A' })]
    expect(await arrive(late)).toEqual([{ registration: id, status: 'registered', arrivedAt: minutes(4), door: 'B' }])
    const doubles = [
      { at: minutes(2), door: 'A' },
      { at: minutes(4), door: 'B' },
    ]
    const twice = [{ registration: id, status: 'registered', arrivedAt: minutes(2), door: 'A', doubles }]
    expect(await arrive(early, late, early)).toEqual(twice)
    expect(await summary()).toMatchObject({
      arrived: 1,
      doublesSeen: [{ name: 'ana', at: [minutes(2), minutes(4)], doors: ['A', 'B'] }],
    })
    expect(await arrive(arrival(id, minutes(5), { undo: early.id }))).toMatchObject([{ arrivedAt: minutes(4), door: 'B' }])
    const all = arrival(id, minutes(6), { undo: true })
    expect(await arrive(all)).toMatchObject([{ arrivedAt: null, door: null }])
    expect(await arrive(late, early)).toMatchObject([{ arrivedAt: null }])
    expect(await arrive(arrival(id, minutes(6), { undo: all.id }))).toMatchObject([{ arrivedAt: minutes(4), door: 'B' }])
    expect(await arrive(arrival(id, minutes(6), { undo: true }))).toMatchObject([{ arrivedAt: null }])
    expect(await arrive(arrival(id, minutes(7)))).toEqual([
      { registration: id, status: 'registered', arrivedAt: minutes(7), door: '' },
    ])
  })

  test('corrects the time of an arrival if the clock of the phone at the door is wrong', async () => {
    const { arrive, person } = await createDoor()
    const { id } = person('ana')
    expect(await arrive(arrival(id, '2027-03-04T08:00:00-06:00', { offset: 3_600_000 }))).toMatchObject([{ arrivedAt: nine }])
  })

  test('if one person of a call is unknown, erased or cancelled, other arrivals are accepted', async () => {
    const { arrive, person, asAdmin, list } = await createDoor()
    const [ana, luis, eva, mia] = [person('ana'), person('luis'), person('eva'), person('mia')]
    await list()
    await asAdmin(`PUT /api/registrations/${luis.id}`, { status: 'cancelled' })
    await asAdmin(`DELETE /api/registrations/${eva.id}`)
    await asAdmin(`DELETE /api/registrations/${mia.id}/data`)
    const answers = await arrive(...[luis.id, 'nobody', eva.id, mia.id, ana.id].map((id) => arrival(id)))
    expect(answers.map(({ status, arrivedAt }) => [status, arrivedAt])).toEqual([
      ['cancelled', nine],
      ['unknown', null],
      ['erased', null],
      ['erased', null],
      ['registered', nine],
    ])
  })

  test.each([
    ['more than a thousand arrivals', { device: 'a', arrivals: Array.from({ length: 1001 }, () => arrival('x')) }],
    ['no phone id', { arrivals: [] }],
    ['an invalid time', { device: 'a', arrivals: [arrival('x', 'ayer')] }],
    ['an unknown field', { device: 'a', arrivals: [arrival('x', nine, { name: 'Ana' })] }],
    ['an id that is too long', { device: 'a', arrivals: [arrival('x'.repeat(101))] }],
  ])('rejects all arrivals of a call with %s', async (_, json) => {
    const { app, door } = await createDoor()
    expect((await call(app, 'POST /api/door/arrivals', { cookie: door, json })).status).toBe(422)
  })

  test('accepts a call with a thousand arrivals of the maximum size', async () => {
    const { send } = await createDoor()
    const long = 'x'.repeat(100)
    const most = {
      registration: long,
      at: '2027-03-04T08:00:00.000-06:00',
      offset: -3_155_760_000_000,
      door: 'ñ'.repeat(60),
      undo: long,
    }
    expect((await send(Array.from({ length: 1000 }, (_, index) => ({ ...most, id: `${index}`.padEnd(100, 'x') })))).status).toBe(
      200,
    )
  })
})

describe('changes by staff to people who have arrived', () => {
  test('the list of registrations counts arrivals and confirmations separately', async () => {
    const { app, admin, asAdmin, arrive, person, summary } = await createDoor()
    const [ana] = [person('ana'), person('luis')]
    await arrive(arrival(ana.id, nine, { door: 'Norte' }))
    const get = async (status: string) => {
      const answer = await call(app, `GET /api/registrations?status=${status}`, { cookie: admin })
      return [answer.headers.get('X-Counts'), (await answer.json()).map(({ name }: { name: string }) => name)]
    }
    expect(await get('arrived')).toEqual([expect.stringMatching(/^matching=1, total=2, confirmed=0,.* arrived=1$/), ['ana']])
    expect(await get('missing')).toEqual([expect.stringMatching(/^matching=1,/), ['luis']])
    const [shown] = await (await call(app, 'GET /api/registrations?search=ana', { cookie: admin })).json()
    expect(shown).toMatchObject({ arrivedAt: nine, door: 'Norte', isConfirmed: false, isWalkIn: false })
    const csv = await (await call(app, 'GET /api/registrations/export?status=arrived', { cookie: admin })).text()
    expect(csv.trim().split('\r\n').at(-1)).toMatch(/,04\/03\/2027 09:00,Norte$/)
    expect(groupSizes(app.db)).toMatchObject({ arrived: 1, all: 2 })
    await asAdmin(`PUT /api/registrations/${ana.id}`, { status: 'cancelled' })
    expect(await summary()).toMatchObject({ expected: 1, arrived: 1, missing: 1 })
  })

  test('a person restored from the trash still counts as arrived', async () => {
    const { arrive, person, asAdmin } = await createDoor()
    const { id } = person('ana')
    await arrive(arrival(id, minutes(9)))
    await asAdmin(`DELETE /api/registrations/${id}`)
    await arrive(arrival(id, minutes(3)))
    expect(await (await asAdmin(`POST /api/trash/${id}/restore`)).json()).toMatchObject({ arrivedAt: minutes(3) })
    expect(await arrive()).toEqual([])
    expect((await arrive(arrival(id, minutes(20))))[0]?.doubles).toHaveLength(3)
  })

  test("a merged person's ticket identifies the remaining person at the door", async () => {
    const { app, list, person, asAdmin } = await createDoor()
    const [ana, berta, carla] = ['ana', 'berta', 'carla'].map((name) => person(name).id) as [string, string, string]
    const tokens = [ana, berta, carla].map((id) => tokenOf(app, id)) as [string, string, string]
    const merge = (keep: string, other: string, take: string[]) => asAdmin('POST /api/registrations/merge', { keep, other, take })
    const phone = new Map<string, DoorPerson>()
    let { cursor, people } = await list()
    const update = async () => {
      for (const each of people) phone.set(each.id, each)
      const news = await list(`?since=${cursor}`)
      cursor = news.cursor
      people = news.people
      for (const id of news.gone) phone.delete(id)
      for (const each of people) phone.set(each.id, each)
    }
    /** Returns the name of the person for each token. Checks that the phone's list and the database agree. */
    const leadsTo = async () => {
      await update()
      const on = (code: string) =>
        [...phone.values()].filter((each) => each.ticket === code || each.former?.includes(code)).map(({ name }) => name)
      const pages = tokens.map((token) => registrationByToken(app.db, token)?.name ?? null)
      expect(tokens.map((token) => on(ticketOf(token))).map(([name = null]) => name)).toEqual(pages)
      return pages
    }
    const badges = (id: string) => [...phone.values()].filter(({ former }) => former?.includes(id)).map(({ name }) => name)
    expect(await leadsTo()).toEqual(['ana', 'berta', 'carla'])
    await merge(ana, berta, [])
    expect([await leadsTo(), badges(berta)]).toEqual([['ana', 'ana', 'carla'], ['ana']])
    await merge(carla, ana, ['email'])
    expect([await leadsTo(), badges(berta), badges(ana)]).toEqual([['carla', 'carla', 'carla'], ['carla'], ['carla']])
    expect((await call(app, `GET /registro/${tokens[1]}`)).status).toBe(200)
    // The merges are undone in the order in which they were made.
    expect((await asAdmin(`POST /api/trash/${berta}/restore`)).status).toBe(200)
    expect([await leadsTo(), badges(berta)]).toEqual([['carla', 'berta', 'carla'], []])
    await asAdmin(`PUT /api/registrations/${carla}`, { email: 'carla@ejemplo.gt' })
    expect((await asAdmin(`POST /api/trash/${ana}/restore`)).status).toBe(200)
    expect(await leadsTo()).toEqual(['ana', 'berta', 'carla'])
  })

  test('merging two people moves the arrivals of both to the remaining person', async () => {
    const { arrive, person, asAdmin, list } = await createDoor()
    const [keep, other] = [person('ana'), person('anna')]
    await arrive(arrival(other.id, minutes(5)))
    const { cursor } = await list()
    expect(
      await (await asAdmin('POST /api/registrations/merge', { keep: keep.id, other: other.id, take: [] })).json(),
    ).toMatchObject({
      id: keep.id,
      arrivedAt: minutes(5),
    })
    expect(await arrive(arrival(other.id, minutes(1)))).toMatchObject([
      { registration: other.id, mergedInto: keep.id, arrivedAt: minutes(1), doubles: [{ at: minutes(1) }, { at: minutes(5) }] },
    ])
    const { people, gone } = await list(`?since=${cursor}`)
    expect([people.map(({ id, arrivedAt }) => [id, arrivedAt]), gone]).toEqual([[[keep.id, minutes(1)]], [other.id]])
  })

  test('erasing a person also deletes arrivals that phones at the door send later', async () => {
    const { app, arrive, person, asAdmin, list } = await createDoor()
    const { id } = person('ana')
    const seen = arrival(id)
    await list()
    await arrive(seen)
    const slip = arrival(id, minutes(1))
    await arrive(slip, arrival(id, minutes(2), { undo: slip.id }))
    expect(readPersonalData(app.db, id, nine)?.registrations).toMatchObject([
      {
        arrivals: [
          { at: nine, isTakenBack: false },
          { at: minutes(1), isTakenBack: true },
        ],
      },
    ])
    await asAdmin(`DELETE /api/registrations/${id}`)
    const kept = app.db.prepare('SELECT count(*) FROM arrivals').pluck()
    expect(kept.get()).toBe(3)
    await asAdmin(`DELETE /api/registrations/${id}/data`)
    await arrive(seen)
    expect(kept.get()).toBe(0)
  })
})

describe('people who arrive without a registration', () => {
  test('a person added at the door without an e-mail is listed once as arrived', async () => {
    const { app, walkIn, summary, admin, asAdmin } = await createDoor()
    const [one, two] = [luis({ company: 'Labs' }), luis({ email: null })]
    const answer = { registration: one.id, status: 'registered', arrivedAt: nine, door: 'Sur' }
    expect([await walkIn(one), await walkIn(one)]).toEqual([answer, answer])
    await walkIn(two)
    const list = await (await call(app, 'GET /api/registrations?search=luis', { cookie: admin })).json()
    expect(list).toHaveLength(2)
    expect(list[0]).toMatchObject({ name: 'Luis Paz', email: '', isWalkIn: true, arrivedAt: nine })
    expect(await summary()).toMatchObject({
      expected: 0,
      arrived: 2,
      walkIns: 2,
      missing: 0,
      byDoor: [{ door: 'Sur', count: 2 }],
    })
    expect(groupSizes(app.db)).toEqual({ registered: 0, waitlisted: 0, confirmed: 0, arrived: 0, unanswered: 0, all: 0 })
    // Staff can correct everything about a walk-in, even the e-mail.
    expect((await asAdmin(`PUT /api/registrations/${one.id}`, { company: 'Otra' })).status).toBe(200)
    expect(await (await asAdmin(`PUT /api/registrations/${one.id}`, { email: 'Luis@ejemplo.gt' })).json()).toMatchObject({
      email: 'Luis@ejemplo.gt',
      isWalkIn: true,
    })
    expect((await asAdmin(`PUT /api/registrations/${two.id}`, { email: 'luis@ejemplo.gt' })).status).toBe(409)
    expect((await call(app, 'GET /api/registrations/export', { cookie: admin })).status).toBe(200)
  })

  test('adding a person at the door does not reveal if the e-mail is registered', async () => {
    const { app, walkIn, arrive, person, summary } = await createDoor()
    const ana = person('ana')
    await arrive(arrival(ana.id, minutes(-5), { door: 'Norte' }))
    const [sent, other] = [luis({ email: 'ANA@ejemplo.gt' }), luis({ email: 'nadie@ejemplo.gt' })]
    for (const { id, ...walk } of [sent, other]) {
      const answer = { registration: id, status: 'registered', arrivedAt: nine, door: 'Sur' }
      expect([await walkIn({ id, ...walk }), await walkIn({ id, ...walk })]).toEqual([answer, answer])
    }
    expect(await summary()).toMatchObject({ expected: 1, arrived: 2, walkIns: 1 })
    const arrivedAt = app.db.prepare('SELECT arrivedAt FROM registrations WHERE id = ?').pluck()
    expect(arrivedAt.get(ana.id)).toBe(minutes(-5))
    for (const { id } of [sent, other]) {
      const back = { registration: id, status: 'registered', arrivedAt: null, door: null }
      expect(await arrive(arrival(id, minutes(1), { undo: id }))).toEqual([back])
      const again = arrival(id, minutes(2), { door: 'A' })
      expect(await arrive(again)).toEqual([{ registration: id, status: 'registered', arrivedAt: minutes(2), door: 'A' }])
    }
    expect((await arrive(arrival(ana.id, minutes(3))))[0]?.doubles).toHaveLength(3)
  })

  test('accepts a person added at the door even if the undo of their arrival comes first', async () => {
    const { walkIn, arrive } = await createDoor()
    const sent = luis()
    expect(await arrive(arrival(sent.id, minutes(1), { undo: sent.id }))).toMatchObject([{ status: 'unknown' }])
    expect(await walkIn(sent)).toMatchObject({ status: 'registered', arrivedAt: null })
  })

  test('a person added at the door and then deleted stays deleted if the phone sends them again', async () => {
    const { walkIn, asAdmin, list } = await createDoor()
    const sent = luis()
    await list()
    await walkIn(sent)
    await asAdmin(`DELETE /api/registrations/${sent.id}`)
    expect(await walkIn(sent)).toMatchObject({ status: 'erased', arrivedAt: null })
    await asAdmin(`DELETE /api/registrations/${sent.id}/data`)
    expect(await walkIn(sent)).toMatchObject({ status: 'erased', arrivedAt: null })
  })

  test('a person added at the door takes a free seat, but no seat of registered people', async () => {
    const { walkIn, person, asAdmin, app, admin } = await createDoor({ now: minutes(-60) })
    person('ana')
    await asAdmin('PUT /api/places', { capacity: 2, waitlist: false })
    await walkIn(luis({ at: minutes(-70) }))
    const counts = async () => (await call(app, 'GET /api/registrations', { cookie: admin })).headers.get('X-Counts')
    expect(await counts()).toMatch(/free=1,.*registered=2/)
    const register = (name: string) => call(app, 'POST /api/registrations', { json: { name, email: `${name}@ejemplo.gt` } })
    expect([(await register('eva')).status, (await register('mia')).status]).toEqual([201, 409])
    await walkIn(luis({ at: minutes(-70) }))
    expect(await counts()).toMatch(/free=0,.*registered=4/)
  })
})

describe('the phones at the door that have the list', () => {
  test('lists the phones at the door with the number of their unsent arrivals', async () => {
    const { app, door, again, list, send, person, asAdmin } = await createDoor({ now: minutes(-60) })
    const { id } = person('ana')
    await list('?device=phone-1&name=Puerta%20norte')
    setClock(minutes(60))
    const devices = async (): Promise<DoorDevice[]> => (await asAdmin('GET /api/door/devices')).json()
    await call(app, 'POST /api/door/arrivals', {
      cookie: door,
      json: { device: 'phone-1', name: 'Puerta norte', unsent: 7, arrivals: [] },
    })
    expect(await devices()).toMatchObject([
      { id: 'phone-1', name: 'Puerta norte', userName: 'Ana López', unsent: 7, endedAt: null },
    ])
    expect((await asAdmin('DELETE /api/door/devices/phone-1')).status).toBe(200)
    expect((await asAdmin('DELETE /api/door/devices/phone-1')).status).toBe(404)
    const told = await send([arrival(id)])
    expect([told.status, await told.json()]).toMatchObject([
      410,
      { ended: true, people: [{ registration: id, arrivedAt: nine }] },
    ])
    const refused = await call(app, 'GET /api/door/list?device=phone-1', { cookie: door })
    expect([refused.status, await refused.json()]).toEqual([410, { error: expect.any(String), ended: true }])
    expect(await devices()).toMatchObject([{ endedAt: expect.any(String), toldAt: expect.any(String) }])
    const other = await again()
    expect((await call(app, 'GET /api/door/list?device=phone-2', { cookie: other })).status).toBe(200)
  })

  test('the activity log has the first download of the attendee list by each phone', async () => {
    const { app, list } = await createDoor()
    await list('?device=phone-1')
    await list('?device=phone-1')
    await list()
    const noted = app.db.prepare("SELECT action, role FROM audit WHERE action LIKE 'door%' ORDER BY id").all()
    expect(noted).toEqual([
      { action: 'door-phone-added', role: 'door' },
      { action: 'door-list-taken', role: 'door' },
    ])
  })
})

describe('helpers at the door', () => {
  test('door helpers do not get hidden speakers from the public API', async () => {
    const { app, door, asAdmin } = await createDoor()
    await asAdmin('POST /api/speakers', { name: 'Oculta', isActive: false })
    const names = async (cookie?: string) => (await call(app, 'GET /api/speakers', cookie ? { cookie } : {})).json()
    expect([await names(door), await names()]).toEqual([[], []])
    expect(await (await call(app, 'GET /api/auth/me', { cookie: door })).json()).toMatchObject({ user: { role: 'door' } })
  })
})
