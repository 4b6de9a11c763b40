import { expect, test } from 'vitest'
import { registrationWithToken } from '../../../data/own/own-registration.ts'
import { addItem, addRegistration } from '../../../data/testing.ts'
import { call, createTestApp, dataIn, signIn } from '../../testing.ts'

async function workshops(capacities: number[], fields: object = {}, role: 'admin' | 'user' = 'admin') {
  const app = await createTestApp()
  const cookie = await signIn(app, role)
  const hero = { json: { eventDate: '2098-03-01T13:00:00.000Z' }, cookie }
  if (role === 'admin') expect((await call(app, 'PUT /api/hero', hero)).status).toBe(200)
  const ids = capacities.map(
    (capacity, index) =>
      addItem(app.db, 'events', {
        title: `Taller ${index + 1}`,
        startTime: `1${index}:00`,
        endTime: `1${index}:50`,
        ...{ isPlenary: true, capacity },
        ...fields,
      }).id,
  )
  const person = (name: string) => {
    const { id } = addRegistration(app.db, { name, email: `${name}@ejemplo.gt` })
    return { id, token: registrationWithToken(app.db, id)?.token ?? '' }
  }
  const choose = (token: string, chosen: readonly string[]) =>
    call(app, `POST /registro/${token}/sesiones`, {
      body: new URLSearchParams(chosen.map((id) => ['session', id])).toString(),
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    })
  const people = async (id = ids[0]) => {
    const answer = await call(app, `GET /api/agenda/events/${id}/people`, { cookie })
    return { counts: answer.headers.get('X-Counts'), list: (await answer.json()) as { name: string; status: string }[] }
  }
  return { app, cookie, ids, person, choose, people }
}

test('a choice sent from a person’s page replaces the earlier choice of sessions', async () => {
  const { ids, person, choose, people } = await workshops([1, 2])
  const [ana, eva] = [person('ana'), person('eva')]
  const answer = await choose(ana.token, ids)
  expect([answer.status, answer.headers.get('Location')]).toEqual([303, `/registro/${ana.token}#sesiones-guardadas`])
  expect((await choose(eva.token, ids.slice(0, 1))).status).toBe(303)
  const { counts, list } = await people()
  expect(counts).toBe('seated=1, waiting=1, arrived=0, free=0')
  expect(list).toEqual([
    { id: ana.id, name: 'ana', status: 'seated', since: expect.any(String), arrivedAt: null },
    { id: eva.id, name: 'eva', status: 'waiting', since: expect.any(String), arrivedAt: null },
  ])
  expect((await choose(ana.token, [])).status).toBe(303)
  expect((await people()).list).toMatchObject([{ name: 'eva', status: 'seated' }])
})

test('rejects a choice of too many sessions with 422, and keeps the earlier choice', async () => {
  const { ids, person, choose, people } = await workshops([1])
  const ana = person('ana')
  expect((await choose(ana.token, ids)).status).toBe(303)
  for (const sessions of [Array(101).fill('a'), ['a'.repeat(37)]]) expect((await choose(ana.token, sessions)).status).toBe(422)
  expect((await people()).list).toMatchObject([{ name: 'ana', status: 'seated' }])
})

test('rejects a choice of two simultaneous sessions with 422 and both titles', async () => {
  const { app, cookie, ids, person, choose, people } = await workshops([5, 5], { startTime: '10:00', endTime: '11:00' })
  const ana = person('ana')
  const refused = await choose(ana.token, ids)
  expect(refused.status).toBe(422)
  expect((await dataIn(refused)).own?.choice).toEqual({
    message: '«Taller 1» y «Taller 2» son a la misma hora. Elige una de las dos.',
    ids,
  })
  const byStaff = await call(app, `PUT /api/registrations/${ana.id}/sessions`, { cookie, json: { sessions: ids } })
  expect([byStaff.status, (await byStaff.json()).fields.sessions]).toEqual([422, expect.stringContaining('«Taller 2»')])
  expect((await people()).list).toEqual([])
})

test('rejects the choice of a full session without a waiting list with 409', async () => {
  const { app, cookie, ids, person, choose } = await workshops([0], { waitlist: false })
  const ana = person('ana')
  expect((await choose(ana.token, ids)).status).toBe(409)
  const put = (json: object) => call(app, `PUT /api/registrations/${ana.id}/sessions`, { cookie, json })
  expect((await put({ sessions: ids })).status).toBe(409)
  const given = await put({ sessions: ids, over: true })
  expect([given.status, await given.json()]).toMatchObject([200, [{ id: ids[0], title: 'Taller 1', status: 'seated' }]])
  await call(app, `PUT /api/registrations/${ana.id}`, { cookie, json: { status: 'cancelled' } })
  expect((await put({ sessions: ids })).status).toBe(409)
  expect((await choose(ana.token, ids)).status).toBe(409)
})

test('only administrators can give seats in a session beyond its capacity', async () => {
  const { app, cookie, ids, person } = await workshops([0], {}, 'user')
  const put = (json: object) => call(app, `PUT /api/registrations/${person('ana').id}/sessions`, { cookie, json })
  expect((await put({ sessions: ids, over: true })).status).toBe(403)
  expect((await put({ sessions: ids })).status).toBe(200)
})

test('exports the people of a session as a CSV file, and records the download', async () => {
  const { app, cookie, ids, person, choose } = await workshops([1])
  await choose(person('=ana').token, ids)
  const answer = await call(app, `GET /api/agenda/events/${ids[0]}/people.csv`, { cookie })
  expect(answer.headers.get('Content-Type')).toContain('text/csv')
  const [heading, row] = (await answer.text()).split('\r\n')
  expect(heading?.replace('\ufeff', '')).toBe('Nombre,Email,Estado,Desde,Llegó')
  expect(row).toMatch(/^'=ana,'=ana@ejemplo.gt,Con lugar,/)
  expect(app.db.prepare("SELECT count(*) FROM audit WHERE action = 'registrations-exported'").pluck().get()).toBe(1)
  expect((await call(app, 'GET /api/agenda/events/otro/people', { cookie })).status).toBe(404)
})

test('a larger capacity gives session seats to waiting people', async () => {
  const { app, cookie, ids, person, choose, people } = await workshops([1])
  for (const name of ['ana', 'eva']) await choose(person(name).token, ids)
  const json = { capacity: 2, releaseAfter: 10 }
  const saved = await call(app, `PUT /api/agenda/events/${ids[0]}`, { cookie, json })
  expect(await saved.json()).toMatchObject({ ...json, waitlist: true })
  expect((await people()).counts).toBe('seated=2, waiting=0, arrived=0, free=0')
  await call(app, `DELETE /api/agenda/events/${ids[0]}`, { cookie })
  expect((await call(app, `GET /api/agenda/events/${ids[0]}/people`, { cookie })).status).toBe(404)
})

test('300 simultaneous choices never give more session seats than the capacity', async () => {
  const capacity = 40
  const { ids, person, choose, people } = await workshops([capacity, 1_000])
  const everybody = Array.from({ length: 300 }, (_, index) => person(`p${index}`))
  const answers = await Promise.all(everybody.map(({ token }) => choose(token, ids)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([303]))
  const { list, counts } = await people()
  expect(counts).toBe(`seated=${capacity}, waiting=260, arrived=0, free=0`)
  expect(list.filter(({ status }) => status === 'seated')).toHaveLength(capacity)
  // Positive control: everybody who chose the larger session has a seat.
  expect((await people(ids[1])).counts).toBe('seated=300, waiting=0, arrived=0, free=700')
  await Promise.all(everybody.map(({ token }, index) => choose(token, index % 3 === 0 ? [] : ids)))
  expect((await people()).counts).toBe(`seated=${capacity}, waiting=160, arrived=0, free=0`)
})

test('undoing a merge in the trash gives the session seats back to the person who had them', async () => {
  const { app, cookie, ids, person, choose, people } = await workshops([1, 2])
  const [ana, anna] = [person('ana'), person('anna')]
  await choose(anna.token, ids)
  await choose(ana.token, ids.slice(0, 1))
  const lists = async () => [(await people()).list, (await people(ids[1])).list]
  const before = await lists()
  const merged = await call(app, 'POST /api/registrations/merge', { cookie, json: { keep: ana.id, other: anna.id, take: [] } })
  expect(merged.status).toBe(200)
  expect((await people()).list).toMatchObject([{ name: 'ana', status: 'seated' }])
  expect((await call(app, `POST /api/trash/${anna.id}/restore`, { cookie })).status).toBe(200)
  expect(await lists()).toEqual(before)
  expect((await call(app, `POST /api/trash/${anna.id}/restore`, { cookie })).status).toBe(404)
  expect(await lists()).toEqual(before)
})
