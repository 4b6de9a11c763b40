import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { sectionDefaults } from '../../data/content/defaults.ts'
import { archivePeople, attendanceOf, restorePeople } from '../../data/editions/archived-people.ts'
import { addRegistration, holdClock, memoryDb } from '../../data/testing.ts'
import { hourMs } from '../../data/time.ts'
import { dayOf } from '../../data/zone.ts'
import { addUser, call, createTestApp, dataIn, signIn, signInAs, type TestApp } from '../testing.ts'
import { finishWork, removeEdition, storeEdition } from './work.ts'

const next = {
  name: 'Conferencia 2099',
  eventDate: '2099-11-20',
  keep: { speakers: true, partners: true, texts: true, registrations: 'apart' },
}

/** A conference of 2025 with a talk, its speaker and three people, one of them on the waiting list. */
async function conference() {
  const app = await createTestApp({ isPublished: true, assets: { '_assets/app.1a2b.js': 'export {}', 'favicon.svg': '<svg/>' } })
  const cookie = await signIn(app)
  const save = async (line: Parameters<typeof call>[1], json: object) => (await call(app, line, { cookie, json })).json()
  await save('PUT /api/event', { name: 'Conferencia 2025', recordingsUrl: 'https://videos.example/2025' })
  const room = await save('POST /api/agenda/scenarios', { name: 'Sala 1' })
  const speaker = await save('POST /api/speakers', { name: 'Ana López', title: '', company: '' })
  await save('POST /api/agenda/events', { title: 'Abrir', startTime: '09:00', scenarioId: room.id, speakerIds: [speaker.id] })
  await save('PUT /api/places', { capacity: 2 })
  for (const name of ['Ana', 'Berta', 'Carla'])
    await call(app, 'POST /api/registrations', { json: { name, email: `${name}@ejemplo.gt` } })
  return { app, cookie, read: async (path: string) => (await call(app, `GET ${path}`, { cookie })).json() }
}

/** A conference of this year, with a door phone that has downloaded the list. */
async function withPhone() {
  const edition = await conference()
  const { app, cookie } = edition
  const eventDate = new Date(Date.now() - 60_000).toISOString()
  await call(app, 'PUT /api/hero', { cookie, json: { eventDate } })
  const device = crypto.randomUUID()
  await (await call(app, `GET /api/door/list?device=${device}`, { cookie })).text()
  return { ...edition, device, year: dayOf(app.config.timeZone, eventDate).slice(0, 4) }
}

const finish = (app: TestApp, cookie: string, json: object = next) => call(app, 'POST /api/editions', { cookie, json })
const page = (app: TestApp, path: string) => app.app.request(path)
const listed = (app: TestApp, cookie: string) => call(app, 'GET /api/registrations?sort=name&order=asc', { cookie })

test('ending the edition of 2025 moves its pages to /2025/ and empties the programme', async () => {
  const { app, cookie, read } = await conference()
  const before = await (await page(app, '/')).text()
  const answer = await finish(app, cookie)
  expect(answer.status).toBe(201)
  expect(await answer.json()).toMatchObject({
    year: '2025',
    name: 'Conferencia 2025',
    people: 3,
    attendance: null,
    erasesPeople: false,
    undoUntil: expect.any(String),
  })
  const kept = await page(app, '/2025/')
  expect([kept.status, kept.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  const text = await kept.text()
  expect(before).toContain('Abrir')
  expect(text).toContain('Abrir')
  expect(text).toContain('"edition":"2025"')
  expect(text).toContain('"moment":"after"')
  const talk = await page(app, '/2025/charlas/abrir')
  expect([talk.status, await talk.text()]).toEqual([200, expect.stringContaining('Abrir')])
  for (const path of ['/2025/charlas/abrir.png', '/2025/speakers/ana-lopez', '/2025/charlas/abrir.ics'])
    expect([path, (await page(app, path)).status]).toEqual([path, 200])
  const shared = await page(app, '/charlas/abrir')
  expect([shared.status, shared.headers.get('location')]).toEqual([301, '/2025/charlas/abrir'])
  expect((await read('/api/hero')).title).toBe('Conferencia 2099')
  expect((await read('/api/hero')).eventDate).toBe('2099-11-20T13:00:00.000Z')
  expect(await read('/api/agenda/events')).toEqual([])
  expect((await read('/api/speakers')).map(({ name }: { name: string }) => name)).toEqual(['Ana López'])
  expect((await read('/api/event')).recordingsUrl).toBe('')
  const now = await (await page(app, '/')).text()
  expect(now).toContain('"editions":[{"year":"2025","name":"Conferencia 2025"}]')
  expect(now).not.toContain('Abrir')
})

test('ending a conference edition clears the notice, and undoing restores the notice', async () => {
  const { app, cookie, read } = await conference()
  const notice = { text: 'La entrada es por la 7a avenida', url: '', until: '' }
  await call(app, 'PUT /api/notice', { cookie, json: notice })
  await finish(app, cookie)
  expect((await read('/api/notice')).text).toBe('')
  expect(await (await page(app, '/2025/')).text()).not.toContain(notice.text)
  expect((await call(app, 'POST /api/editions/undo', { cookie })).status).toBe(200)
  expect(await read('/api/notice')).toMatchObject(notice)
})

test('ending an edition ends its links with reserved seats, and undoing restores the links', async () => {
  const { app, cookie, read } = await conference()
  await call(app, 'PUT /api/places', { cookie, json: { capacity: 5 } })
  const share = { label: 'USAC', places: 2, until: '2099-11-01T06:00:00Z' }
  const { url } = await (await call(app, 'POST /api/place-links', { cookie, json: share })).json()
  const { pathname } = new URL(url)
  const register = (name: string) =>
    call(app, `POST ${pathname}`, {
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: 'null' },
      body: new URLSearchParams({ name, email: `${name}@ejemplo.gt`, phone: '5555' }).toString(),
    })
  expect((await register('luz')).status).toBe(303)
  const links = await read('/api/place-links')
  expect(links).toMatchObject([{ label: 'USAC', used: 1, state: 'open' }])
  await finish(app, cookie)
  expect([await read('/api/place-links'), (await page(app, pathname)).status]).toEqual([[], 404])
  expect((await call(app, 'POST /api/editions/undo', { cookie })).status).toBe(200)
  expect([await read('/api/place-links'), (await page(app, pathname)).status]).toEqual([links, 200])
  expect((await register('sol')).status).toBe(303)
  expect(await read('/api/place-links')).toMatchObject([{ used: 2 }])
})

test('the page of a past talk redirects to /2025/ until the end of the edition is undone', async () => {
  const { app, cookie } = await conference()
  const inFolder = (path: string) => readFileSync(join(app.config.dataDir, 'www', path, 'index.html'), 'utf8')
  const talk = inFolder('charlas/abrir')
  await finish(app, cookie)
  await app.publisher.finished()
  const led = inFolder('charlas/abrir')
  expect(led).toContain('content="0;url=/2025/charlas/abrir"')
  expect(led).toContain('<link rel="canonical" href="http://localhost:3000/2025/charlas/abrir">')
  expect(inFolder('2025/charlas/abrir')).not.toContain('http-equiv="refresh"')
  expect(inFolder('speakers/ana-lopez')).not.toContain('http-equiv="refresh"')
  await call(app, 'POST /api/editions/undo', { cookie })
  await app.publisher.finished()
  // The undo counts as a change, so the page has another update time, which this comparison ignores.
  const withoutUpdate = (page: string) => page.replace(/"updatedAt":"[^"]*"/g, '')
  expect(withoutUpdate(inFolder('charlas/abrir'))).toBe(withoutUpdate(talk))
})

test('administrators download the people of a past conference edition as a file', async () => {
  const { app, cookie } = await conference()
  await finish(app, cookie)
  expect(await (await listed(app, cookie)).json()).toEqual([])
  const file = await call(app, 'GET /api/editions/2025/registrations', { cookie })
  expect(file.headers.get('content-disposition')).toBe('attachment; filename="registros-2025.csv"')
  const text = await file.text()
  for (const name of ['Ana', 'Berta', 'Carla']) expect(text).toContain(name)
  const user = await signIn(app, 'user')
  expect((await call(app, 'GET /api/editions/2025/registrations', { cookie: user })).status).toBe(403)
  expect((await call(app, 'POST /api/registrations', { json: { name: 'Ana', email: 'ana@ejemplo.gt' } })).status).toBe(201)
  expect((await (await listed(app, cookie)).json()).map(({ status }: { status: string }) => status)).toEqual(['registered'])
})

test('an ended conference edition counts how many people with a seat came', () => {
  const db = memoryDb()
  const insert = db.prepare("INSERT INTO editionPeople (year, id, row, mails) VALUES ('2025', ?, ?, '[]')")
  db.exec(
    "INSERT INTO editions (year, name, eventDate, finishedAt, revision, erasesPeople, uploads) VALUES ('2025', 'C', '', '', 0, 0, '[]')",
  )
  expect(attendanceOf(db, '2025')).toBeNull()
  const people = [
    { status: 'registered', arrivedAt: 'x', isWalkIn: 0 },
    { status: 'registered', arrivedAt: null, isWalkIn: 0 },
    { status: 'registered', arrivedAt: null },
    { status: 'registered', arrivedAt: 'x', isWalkIn: 1 },
    { status: 'waitlisted', arrivedAt: 'x', isWalkIn: 0 },
    { status: 'cancelled', arrivedAt: null, isWalkIn: 0 },
  ]
  for (const [index, row] of people.entries()) insert.run(String(index), JSON.stringify(row))
  expect(attendanceOf(db, '2025')).toEqual({ seats: 3, arrived: 1 })
})

test('undoing the end of a conference edition restores its programme and people', async () => {
  const { app, cookie, read } = await conference()
  const [{ id: registration }] = await (await listed(app, cookie)).json()
  const arrivals = [{ id: crypto.randomUUID(), registration, at: new Date().toISOString() }]
  await call(app, 'POST /api/door/arrivals', { cookie, json: { device: crypto.randomUUID(), arrivals } })
  const people = await (await listed(app, cookie)).json()
  const seen = () => app.db.prepare('SELECT count(*) FROM arrivals').pluck().get()
  expect([people[0].arrivedAt !== null, seen()]).toEqual([true, 1])
  const events = await read('/api/agenda/events')
  await call(app, 'PUT /api/hero', { cookie, json: { subtitle: 'Quinta', location: 'Teatro', ctaText: 'Ven' } })
  await call(app, 'PUT /api/event', { cookie, json: { address: '5a avenida', mapUrl: 'mapa.gt/teatro' } })
  await finish(app, cookie, { ...next, keep: { speakers: false, partners: false, texts: false, registrations: 'erase' } })
  const { subtitle, location, ctaText } = sectionDefaults.hero
  expect(await read('/api/hero')).toMatchObject({ subtitle, location, ctaText })
  expect(await read('/api/event')).toMatchObject({ address: '', mapUrl: '' })
  expect(await read('/api/speakers')).toEqual([])
  expect((await call(app, 'POST /api/editions/undo', { cookie })).status).toBe(200)
  expect(await (await listed(app, cookie)).json()).toEqual(people)
  expect(seen()).toBe(1)
  expect(people.map(({ status }: { status: string }) => status).toSorted()).toEqual(['registered', 'registered', 'waitlisted'])
  const back = await read('/api/agenda/events')
  const { updatedAt: _, ...talk } = events[0]
  expect(back).toMatchObject([talk])
  expect((await page(app, '/2025/')).status).toBe(404)
  expect(await read('/api/editions')).toEqual([])
  expect((await finish(app, cookie)).status).toBe(201)
})

test('an arrival sent after a conference edition ended is stored in that edition', async () => {
  const { app, cookie, year, device } = await withPhone()
  const [{ id: registration }] = await (await listed(app, cookie)).json()
  const at = new Date().toISOString()
  await finish(app, cookie)
  const arrivals = [{ id: crypto.randomUUID(), registration, at, door: 'Puerta 2' }]
  const told = await call(app, 'POST /api/door/arrivals', { cookie, json: { device, arrivals } })
  expect(told.status).toBe(200)
  expect(await (await call(app, `GET /api/editions/${year}/registrations`, { cookie })).text()).toContain('Puerta 2')
  expect((await call(app, 'POST /api/editions/undo', { cookie })).status).toBe(200)
  const people: { id: string }[] = await (await listed(app, cookie)).json()
  expect(people.find(({ id }) => id === registration)).toMatchObject({ arrivedAt: at, door: 'Puerta 2' })
})

test('refuses arrivals for an edition three days after its end, or from phones new since then', async () => {
  const { app, cookie, year, device } = await withPhone()
  const people: { id: string }[] = await (await listed(app, cookie)).json()
  const before = new Date().toISOString()
  await finish(app, cookie)
  await finishWork(app.deps)
  const later = addDays(3)
  onTestFinished(() => void vi.useRealTimers())
  vi.setSystemTime(new Date(Date.now() + 1_000))
  const late = await addUser(app.db, { email: 'tarde@ejemplo.gt', role: 'door' })
  app.db.prepare('UPDATE users SET createdAt = ? WHERE id = ?').run(new Date().toISOString(), late.id)
  const tell = async (session: string, phone: string) => {
    const arrivals = people.map(({ id }) => ({ id: crypto.randomUUID(), registration: id, at: before }))
    await call(app, 'POST /api/door/arrivals', { cookie: session, json: { device: phone, arrivals } })
    const walkIn = { id: crypto.randomUUID(), name: 'Nadie', at: before, device: phone }
    return (await call(app, 'POST /api/door/walk-in', { cookie: session, json: walkIn })).status
  }
  const lateSession = await signInAs(app, late)
  const came = () =>
    app.db.prepare("SELECT count(*) FROM editionPeople WHERE year = ? AND row ->> 'arrivedAt' IS NOT NULL").pluck().get(year)
  expect([await tell(lateSession, device), await tell(cookie, 'made-up'), came()]).toEqual([409, 409, 0])
  vi.setSystemTime(new Date(later))
  const again = await signInAs(app, { email: 'admin@conferencia.gt' })
  expect([await tell(again, device), came()]).toEqual([409, 0])
  vi.setSystemTime(new Date(Date.parse(later) - 60 * 60_000))
  const inTime = await signInAs(app, { email: 'admin@conferencia.gt' })
  expect([await tell(inTime, device), came()]).toEqual([201, people.length + 1])
})

const addDays = (days: number) => new Date(Date.now() + days * 24 * 60 * 60_000 + 60_000).toISOString()

test('if archiving people fails when a conference edition ends, archives them later', async () => {
  const { app, cookie, read } = await conference()
  const fail = (table: string) =>
    app.db.exec(`CREATE TRIGGER no_room BEFORE INSERT ON ${table} BEGIN SELECT RAISE(ABORT, 'no room'); END`)
  fail('editionPeople')
  expect((await finish(app, cookie)).status).toBe(201)
  app.db.exec('DROP TRIGGER no_room')
  await finishWork(app.deps)
  expect(await read('/api/editions')).toMatchObject([{ people: 3 }])
  fail('registrations')
  expect((await call(app, 'POST /api/editions/undo', { cookie })).status).toBe(200)
  expect(await read('/api/editions')).toEqual([])
  app.db.exec('DROP TRIGGER no_room')
  expect((await finish(app, cookie)).status).toBe(201)
  expect(await read('/api/editions')).toMatchObject([{ people: 3 }])
})

test('ending a conference edition gives no seats to waiting people', async () => {
  const { app, cookie } = await conference()
  const [{ id }] = await (await listed(app, cookie)).json()
  await call(app, 'PUT /api/hero', { cookie, json: { eventDate: '2025-11-19T13:00:00.000Z' } })
  await call(app, `DELETE /api/registrations/${id}`, { cookie })
  expect((await finish(app, cookie)).status).toBe(201)
  const kept = app.db.prepare("SELECT row ->> 'status' AS status FROM editionPeople ORDER BY 1").pluck().all()
  expect(kept).toEqual(['registered', 'waitlisted'])
})

test('undoing the end of an edition keeps the archive until all its people are restored', async () => {
  const { app, cookie } = await conference()
  await finish(app, cookie)
  const { finishedAt } = app.db.prepare('SELECT finishedAt FROM editions').get() as { finishedAt: string }
  app.db.prepare('UPDATE editions SET undoneAt = ?').run(new Date().toISOString())
  expect(restorePeople(app.db, '2025', { isWaiting: false, limit: 1, at: finishedAt })).toBe(true)
  expect(archivePeople(app.db, '2025', finishedAt, 50)).toBe(false)
  await removeEdition(app.db, '2025')
  await finishWork(app.deps)
  expect(await (await listed(app, cookie)).json()).toHaveLength(3)
  expect(app.db.prepare('SELECT count(*) FROM editions').pluck().get()).toBe(0)
})

test('erasing the people of an ended edition also erases people who are not archived yet', async () => {
  const { app, cookie } = await conference()
  await finish(app, cookie)
  addRegistration(app.db, { email: 'tarde@ejemplo.gt' })
  app.db.exec('UPDATE editions SET apartAt = NULL')
  expect((await call(app, 'DELETE /api/editions/2025/registrations', { cookie })).status).toBe(200)
  expect(await (await listed(app, cookie)).json()).toEqual([])
  expect(app.db.prepare('SELECT count(*) FROM editionPeople').pluck().get()).toBe(0)
})

test('the end of a conference edition cannot be undone after a later save', async () => {
  const { app, cookie, read } = await conference()
  await finish(app, cookie)
  await call(app, 'PUT /api/hero', { cookie, json: { subtitle: 'Ya viene' } })
  expect(await read('/api/editions')).toMatchObject([{ undoUntil: null }])
  expect((await call(app, 'POST /api/editions/undo', { cookie })).status).toBe(409)
  expect((await page(app, '/2025/')).status).toBe(200)
})

test('undoing the end of a conference edition keeps new registrations', async () => {
  const { app, cookie, read } = await conference()
  await finish(app, cookie, { ...next, keep: { ...next.keep, registrations: 'erase' } })
  const register = (name: string) => call(app, 'POST /api/registrations', { json: { name, email: `${name}@ejemplo.gt` } })
  for (const name of ['Nueva', 'Berta', 'Zoila']) expect((await register(name)).status).toBe(201)
  const later = new Date(Date.now() + 23 * hourMs).toISOString()
  await finishWork(app.deps, { now: later, isClockSteady: true })
  expect(await read('/api/editions')).toMatchObject([{ people: 3, undoUntil: expect.any(String) }])
  expect((await call(app, 'POST /api/editions/undo', { cookie })).status).toBe(200)
  const people: { name: string; status: string }[] = await (await listed(app, cookie)).json()
  expect(people.map(({ name }) => name)).toEqual(['Ana', 'Berta', 'Carla', 'Nueva', 'Zoila'])
  // A person who waited before the end of the edition gets a seat before people who registered after it.
  await call(app, 'PUT /api/places', { cookie, json: { capacity: 4 } })
  const after: typeof people = await (await listed(app, cookie)).json()
  expect(after.flatMap(({ name, status }) => (status === 'waitlisted' ? name : []))).toEqual(['Zoila'])
})

test('erases the people of an edition 24 hours after its end if the organiser chose so', async () => {
  const { app, cookie, read } = await conference()
  await finish(app, cookie, { ...next, keep: { ...next.keep, registrations: 'erase' } })
  const [{ undoUntil }] = await read('/api/editions')
  await finishWork(app.deps, { now: new Date(Date.parse(undoUntil) - 1).toISOString(), isClockSteady: true })
  // While the clock may be wrong, nobody is erased.
  await finishWork(app.deps, { now: undoUntil })
  expect(await read('/api/editions')).toMatchObject([{ people: 3 }])
  await finishWork(app.deps, { now: undoUntil, isClockSteady: true })
  expect(await read('/api/editions')).toMatchObject([{ people: 0 }])
  holdClock(undoUntil)
  const later = await signInAs(app, { email: 'admin@conferencia.gt' })
  expect((await call(app, 'POST /api/editions/undo', { cookie: later })).status).toBe(409)
})

test('the first save after the end of an edition erases its people if the organiser chose so', async () => {
  const { app, cookie, read } = await conference()
  await finish(app, cookie, { ...next, keep: { ...next.keep, registrations: 'erase' } })
  await finishWork(app.deps)
  expect(await read('/api/editions')).toMatchObject([{ people: 3 }])
  await call(app, 'PUT /api/hero', { cookie, json: { subtitle: 'Ya viene' } })
  await finishWork(app.deps)
  expect(await read('/api/editions')).toMatchObject([{ people: 0 }])
})

test('a person who registers after a conference edition ended belongs to the next edition', async () => {
  const { app, cookie, read } = await conference()
  await finish(app, cookie, { ...next, keep: { ...next.keep, registrations: 'erase' } })
  addRegistration(app.db, { name: 'Dora', email: 'dora@ejemplo.gt' }, '2025-01-01T00:00:00.000Z')
  await call(app, 'PUT /api/hero', { cookie, json: { subtitle: 'Ya viene' } })
  await finishWork(app.deps)
  await finishWork(app.deps)
  expect(await read('/api/editions')).toMatchObject([{ people: 0 }])
  expect((await (await listed(app, cookie)).json()).map(({ name }: { name: string }) => name)).toEqual(['Dora'])
})

test('archives and erases people in the trash together with the people of their edition', async () => {
  const { app, cookie, read } = await conference()
  const [ana] = await (await listed(app, cookie)).json()
  await call(app, `DELETE /api/registrations/${ana.id}`, { cookie })
  const trash = async () => (await read('/api/trash')).map(({ id }: { id: string }) => id)
  const stored = () => app.db.prepare('SELECT count(*) FROM trash').pluck().get()
  const erasing = { ...next, keep: { ...next.keep, registrations: 'erase' } }
  await finish(app, cookie, erasing)
  expect([await trash(), stored()]).toEqual([[], 1])
  expect((await call(app, `POST /api/trash/${ana.id}/restore`, { cookie })).status).toBe(404)
  await call(app, 'POST /api/editions/undo', { cookie })
  expect(await trash()).toEqual([ana.id])
  await finish(app, cookie, erasing)
  await call(app, 'PUT /api/hero', { cookie, json: { subtitle: 'Ya viene' } })
  await finishWork(app.deps)
  expect(stored()).toBe(0)
})

test('deletes people of a past edition by the retention period that was set at its end', async () => {
  const { app, cookie, read } = await conference()
  await call(app, 'PUT /api/privacy', { cookie, json: { retentionDays: 1 } })
  await finish(app, cookie)
  const [{ deletedAt }] = await read('/api/editions')
  expect(deletedAt).toMatch(/Z$/)
  await finishWork(app.deps, { now: new Date(Date.parse(deletedAt) - 1).toISOString(), isClockSteady: true })
  expect(await read('/api/editions')).toMatchObject([{ people: 3 }])
  await finishWork(app.deps, { now: deletedAt })
  expect(await read('/api/editions')).toMatchObject([{ people: 3 }])
  await finishWork(app.deps, { now: deletedAt, isClockSteady: true })
  expect(await read('/api/editions')).toMatchObject([{ people: 0 }])
})

test("erasing a person's data also erases their data of past conference editions", async () => {
  const { app, cookie, read } = await conference()
  await finish(app, cookie)
  await call(app, 'POST /api/registrations', { json: { name: 'Ana', email: 'ana@ejemplo.gt' } })
  const [ana] = await (await listed(app, cookie)).json()
  await call(app, `DELETE /api/registrations/${ana.id}/data`, { cookie })
  expect(await read('/api/editions')).toMatchObject([{ people: 2 }])
  expect((await call(app, 'DELETE /api/editions/2025/registrations', { cookie })).status).toBe(200)
  expect(await read('/api/editions')).toMatchObject([{ people: 0 }])
})

test('a conference edition does not end if drawing share cards takes too long', async () => {
  const { app, cookie, read } = await conference()
  const clock = vi.spyOn(performance, 'now')
  onTestFinished(() => clock.mockRestore())
  // Each reading of this clock is ten seconds later than the last.
  let now = 0
  clock.mockImplementation(() => (now += 10_000))
  const answer = await finish(app, cookie)
  clock.mockRestore()
  expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '5'])
  expect((await answer.json()).error).toContain('Aún se dibujan')
  expect(await read('/api/editions')).toEqual([])
  expect((await finish(app, cookie)).status).toBe(201)
})

test('refuses to end two conference editions of the same year', async () => {
  const { app, cookie } = await conference()
  const same = await finish(app, cookie, { ...next, eventDate: '2025-12-01' })
  expect([same.status, (await same.json()).fields]).toEqual([
    422,
    { eventDate: 'La nueva edición tiene que ser de un año posterior.' },
  ])
  expect((await finish(app, cookie)).status).toBe(201)
  await call(app, 'PUT /api/hero', { cookie, json: { eventDate: '2025-11-20' } })
  expect((await finish(app, cookie)).status).toBe(409)
})

test('a refused or interrupted end of a conference edition stores nothing', async () => {
  const { app, cookie, read } = await conference()
  const files = () => app.db.prepare('SELECT count(*) FROM editionFiles').pluck().get()
  const rows = () => app.db.prepare('SELECT count(*) FROM editions').pluck().get()
  expect((await finish(app, cookie, { ...next, eventDate: '2025-12-01' })).status).toBe(422)
  expect([files(), rows()]).toEqual([0, 0])
  // Simulates a process that stopped before the edition was complete.
  const file = { name: 'index.html', type: 'text/html', hash: 'a', body: Buffer.from('la mitad') }
  const at = new Date().toISOString()
  await storeEdition(app.db, '2025', [file], at)
  expect([files(), await read('/api/editions'), (await page(app, '/2025/')).status]).toEqual([1, [], 404])
  await finishWork(app.deps, { now: at })
  expect(files()).toBe(1)
  await finishWork(app.deps, { now: new Date(Date.parse(at) + 10 * 60_000).toISOString() })
  expect([files(), rows()]).toEqual([0, 0])
  await storeEdition(app.db, '2025', [file], new Date().toISOString())
  expect((await finish(app, cookie)).status).toBe(201)
  expect(await (await page(app, '/2025/')).text()).toContain('Abrir')
})

test('preparing to end a conference edition erases no people of the edition before it', async () => {
  const { app, cookie, read } = await conference()
  await finish(app, cookie, { ...next, keep: { ...next.keep, registrations: 'erase' } })
  await storeEdition(app.db, '2099', [], new Date().toISOString())
  await finishWork(app.deps)
  expect(await read('/api/editions')).toMatchObject([{ people: 3, undoUntil: expect.any(String) }])
})

test('a person added at the door for an ended conference edition belongs to that edition', async () => {
  const { app, cookie, read, year, device } = await withPhone()
  const at = new Date().toISOString()
  await finish(app, cookie)
  await finishWork(app.deps)
  await call(app, 'POST /api/registrations', { json: { name: 'Dora', email: 'dora@ejemplo.gt' } })
  const ids = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()]
  const emails = ['dora@ejemplo.gt', 'ana@ejemplo.gt', null]
  const told = (index: number, more: object = {}) =>
    call(app, 'POST /api/door/walk-in', {
      cookie,
      json: { id: ids[index], device, name: `Llega ${index}`, email: emails[index], at, door: 'Sur', ...more },
    })
  const tell = async () => Promise.all([0, 1, 2].map(async (index) => (await (await told(index)).json()).status))
  expect([await tell(), await tell()]).toEqual([
    ['erased', 'erased', 'erased'],
    ['erased', 'erased', 'erased'],
  ])
  expect(
    (await read('/api/registrations')).map(({ name, arrivedAt }: { name: string; arrivedAt: string | null }) => [
      name,
      arrivedAt,
    ]),
  ).toEqual([['Dora', null]])
  expect(await read('/api/door/summary')).toMatchObject({ arrived: 0, walkIns: 0 })
  const apart = app.db
    .prepare<[string], { name: string; emailKey: string; arrivedAt: string | null }>(
      "SELECT row ->> 'name' AS name, row ->> 'emailKey' AS emailKey, row ->> 'arrivedAt' AS arrivedAt FROM editionPeople WHERE year = ? ORDER BY 1",
    )
    .all(year)
  expect(apart).toEqual([
    { name: 'Ana', emailKey: 'ana@ejemplo.gt', arrivedAt: at },
    { name: 'Berta', emailKey: 'berta@ejemplo.gt', arrivedAt: null },
    { name: 'Carla', emailKey: 'carla@ejemplo.gt', arrivedAt: null },
    { name: 'Llega 0', emailKey: 'dora@ejemplo.gt', arrivedAt: at },
    { name: 'Llega 2', emailKey: expect.any(String), arrivedAt: at },
  ])
  // A phone that sends door events again does not restore an erased person.
  await call(app, `DELETE /api/registrations/${ids[0]}/data`, { cookie })
  await tell()
  expect(app.db.prepare("SELECT 1 FROM editionPeople WHERE row ->> 'name' = 'Llega 0'").get()).toBeUndefined()
})

test('people of a past conference edition can open their own page with the certificate', async () => {
  const { app, cookie, read } = await conference()
  await call(app, 'PUT /api/hero', { cookie, json: { eventDate: '2025-11-19T13:00:00.000Z' } })
  await call(app, 'PUT /api/certificates/settings', { cookie, json: { counts: 'confirmed' } })
  const people: { id: string; name: string; token: string }[] = app.db
    .prepare<[], { id: string; name: string; token: string }>('SELECT id, name, token FROM registrations ORDER BY name')
    .all()
  const [ana, berta] = people
  await call(app, 'POST /api/registrations/confirm', { cookie, json: { ids: [ana?.id], isConfirmed: true } })
  await finish(app, cookie)
  await finishWork(app.deps)
  const own = async (token = '') => (await dataIn(await call(app, `GET /registro/${token}`))).own
  expect(await own(ana?.token)).toMatchObject({
    registration: { name: 'Ana', edition: { year: '2025', name: 'Conferencia 2025' } },
    certificate: { made: null, isDue: true },
  })
  expect(await own(berta?.token)).toMatchObject({ certificate: { made: null, isDue: false } })
  const post = (path: string, fields: Record<string, string> = {}) =>
    app.app.request(`/registro/${ana?.token}${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields),
    })
  expect((await post('/constancia', { name: 'Ana María' })).status).toBe(303)
  const code = (await own(ana?.token))?.certificate?.made?.code
  expect((await dataIn(await call(app, `GET /constancia/${code}`))).certificate?.sentence).toContain('en Conferencia 2025,')
  for (const path of ['', '/voy', '/cancelar', '/recordatorios'])
    expect([path, (await post(path, { name: 'Otra' })).status]).toEqual([path, 303])
  expect((await call(app, `GET /registro/${ana?.token}/entrada.png`)).status).toBe(404)
  expect((await own(ana?.token))?.registration).toMatchObject({ name: 'Ana', status: 'registered', isConfirmed: true })
  expect(await read('/api/registrations')).toEqual([])
  expect((await post('/borrar')).status).toBe(303)
  expect((await page(app, `/registro/${ana?.token}`)).status).toBe(404)
  expect(app.db.prepare('SELECT count(*) FROM editionPeople').pluck().get()).toBe(2)
})

test('people who erase their data on an old page keep only their current registration', async () => {
  const { app, cookie, read } = await conference()
  await finish(app, cookie)
  await finishWork(app.deps)
  const register = () => call(app, 'POST /api/registrations', { json: { name: 'Ana', email: 'ana@ejemplo.gt' } })
  await register()
  await finish(app, cookie, { ...next, name: 'Conferencia 2100', eventDate: '2100-11-20' })
  await finishWork(app.deps)
  await register()
  const tokens = app.db
    .prepare("SELECT row ->> 'token' FROM editionPeople WHERE row ->> 'name' = 'Ana' ORDER BY year")
    .pluck()
    .all()
  expect(tokens).toHaveLength(2)
  await call(app, `POST /registro/${tokens[1]}/borrar`)
  expect(app.db.prepare("SELECT count(*) FROM editionPeople WHERE row ->> 'name' = 'Ana'").pluck().get()).toBe(0)
  expect(await read('/api/registrations')).toMatchObject([{ email: 'ana@ejemplo.gt' }])
  const berta = app.db.prepare("SELECT row ->> 'token' FROM editionPeople WHERE row ->> 'name' = 'Berta'").pluck().get()
  await app.app.request(`/registro/${berta}/recordatorios`, {
    method: 'POST',
    body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
  })
  expect(app.db.prepare("SELECT row ->> 'wantsReminders' FROM editionPeople WHERE row ->> 'name' = 'Berta'").pluck().get()).toBe(
    0,
  )
  app.db.exec(
    "UPDATE editionPeople SET row = json_set(row, '$.isConfirmed', 1); UPDATE editions SET eventDate = '2025-01-01T13:00:00.000Z'",
  )
  const isDue = async () => (await dataIn(await call(app, `GET /registro/${berta}`))).own?.certificate?.isDue
  expect(await isDue()).toBe(true)
  app.db.exec('UPDATE editions SET constancia = NULL')
  expect(await isDue()).toBe(false)
})

test('a new registration survives undoing the end of a conference edition', async () => {
  const { app, cookie, read } = await conference()
  const [{ id: registration }] = await (await listed(app, cookie)).json()
  const at = new Date(Date.now() - 60_000).toISOString()
  const arrivals = [{ id: crypto.randomUUID(), registration, at, door: 'Puerta 2' }]
  await call(app, 'POST /api/door/arrivals', { cookie, json: { device: crypto.randomUUID(), arrivals } })
  await finish(app, cookie)
  // Simulates an undo that stopped before it restored people.
  app.db.exec("UPDATE editions SET undoneAt = '2026-01-01T00:00:00.000Z'")
  const { id: anew } = addRegistration(app.db, { name: 'Ana de nuevo', email: 'ana@ejemplo.gt' })
  await finishWork(app.deps)
  expect((await (await listed(app, cookie)).json()).map(({ name }: { name: string }) => name)).toEqual([
    'Ana de nuevo',
    'Berta',
    'Carla',
  ])
  expect((await read('/api/trash')).map(({ name }: { name: string }) => name)).toEqual(['Ana'])
  expect(await read('/api/editions')).toEqual([])
  await call(app, `DELETE /api/registrations/${anew}`, { cookie })
  const back = await call(app, `POST /api/trash/${registration}/restore`, { cookie })
  expect([back.status, await back.json()]).toEqual([200, expect.objectContaining({ arrivedAt: at, door: 'Puerta 2' })])
})

test('the end of an edition can be undone even if a speaker got a certificate afterwards', async () => {
  const { app, cookie } = await conference()
  const [{ id }] = await (await call(app, 'GET /api/speakers', { cookie })).json()
  const add = app.db.prepare(
    "INSERT INTO certificates (code, role, speaker, name, madeAt) VALUES (?, 'speaker', ?, 'Ana López', '')",
  )
  add.run('a'.repeat(22), id)
  await finish(app, cookie)
  add.run('b'.repeat(22), id)
  expect((await call(app, 'POST /api/editions/undo', { cookie })).status).toBe(200)
  expect(app.db.prepare('SELECT code, edition FROM certificates').all()).toEqual([{ code: 'a'.repeat(22), edition: null }])
})

test('a person who registers again while an ended edition is archived is in both editions', async () => {
  const { app, cookie, read } = await conference()
  await finish(app, cookie)
  // Simulates an ended edition whose people are still being archived.
  addRegistration(app.db, { name: 'Dora', email: 'dora@ejemplo.gt' }, '2025-01-01T00:00:00.000Z')
  app.db.exec('UPDATE editions SET apartAt = NULL')
  const again = await call(app, 'POST /api/registrations', { json: { name: 'Dora Paz', email: 'Dora@ejemplo.gt' } })
  expect(again.status).toBe(201)
  await finishWork(app.deps)
  expect((await (await listed(app, cookie)).json()).map(({ name }: { name: string }) => name)).toEqual(['Dora Paz'])
  expect(await read('/api/editions')).toMatchObject([{ people: 4 }])
})

test('a restarted server archives the remaining people of an ended conference edition', async () => {
  const { app, cookie, read } = await conference()
  await finish(app, cookie)
  // Simulates a process that stopped before it archived Dora.
  app.db.exec('UPDATE editions SET apartAt = NULL')
  addRegistration(app.db, { name: 'Dora', email: 'dora@ejemplo.gt' }, '2025-01-01T00:00:00.000Z')
  await finishWork(app.deps)
  expect(await read('/api/editions')).toMatchObject([{ people: 4 }])
})
