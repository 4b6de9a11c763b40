import { expect, test } from 'vitest'
import { updateItem } from '../../data/content/content.ts'
import type { DoorRoom } from '../../data/door/rooms.ts'
import { limits } from '../../data/limits.ts'
import { liveNow } from '../../data/live/live-now.ts'
import { nothingLive } from '../../data/programme/live.ts'
import { addItem, someEdit, zone } from '../../data/testing.ts'
import { call, dataIn, signIn } from '../testing.ts'
import { createDoor, minutes, setClock } from './testing.ts'

/** Starts an app at 10:00. The room has a talk from 9:00 to 11:00, and another talk from 11:00 to 12:00. */
async function createRooms() {
  const test = await createDoor()
  const { app, door } = test
  const room = addItem(app.db, 'scenarios', { name: 'Ceiba' })
  const talk = (title: string, startTime: string, endTime: string, day = '2027-03-04') =>
    addItem(app.db, 'events', { title, scenarioId: room.id, startTime, endTime, day })
  const [redes, datos] = [talk('Redes', '09:00', '11:00'), talk('Datos', '11:00', '12:00')]
  const report = (event: string, isFull: boolean, more: object = {}, cookie = door) =>
    call(app, 'PUT /api/door/rooms', { cookie, json: { event, isFull, ...more } })
  const rooms = async (): Promise<DoorRoom[]> => (await call(app, 'GET /api/door/rooms', { cookie: door })).json()
  const live = liveNow(app.db, zone)
  const full = () => live(Date.now()).full
  return { ...test, redes, datos, talk, report, rooms, full, live }
}

test('a room counts as full after a report until the session ends or the report is withdrawn', async () => {
  const { redes, datos, report, rooms, full } = await createRooms()
  expect((await rooms()).map(({ title, room, isFull }) => [title, room, isFull])).toEqual([
    ['Redes', 'Ceiba', false],
    ['Datos', 'Ceiba', false],
  ])
  expect(await (await report(redes.id, true)).json()).toEqual({ event: redes.id, isFull: true })
  await report(datos.id, true)
  expect(full().toSorted()).toEqual([redes.id, datos.id].toSorted())
  expect((await rooms()).map(({ isFull }) => isFull)).toEqual([true, true])
  await report(datos.id, false)
  expect(full()).toEqual([redes.id])
  setClock(minutes(120))
  expect(full()).toEqual([])
})

test('refuses to report an unknown, hidden or ended session as full', async () => {
  const { app, redes, talk, report, full } = await createRooms()
  const hidden = addItem(app.db, 'events', { title: 'Oculta', isActive: false, isPlenary: true, startTime: '09:00' })
  for (const id of ['nada', hidden.id]) expect((await report(id, true)).status).toBe(422)
  for (const more of [{ isFull: 'sí' }, { note: 'x' }, { at: 'ayer' }])
    expect((await report(redes.id, true, more)).status).toBe(422)
  const early = talk('Temprano', '08:00', '09:30')
  const over = await report(early.id, true)
  expect([over.status, (await over.json()).error]).toEqual([409, 'Esa sesión ya terminó.'])
  setClock('2027-02-20T15:00:00.000Z')
  const tooEarly = await report(redes.id, true, {}, await signIn(app, 'user'))
  expect([tooEarly.status, (await tooEarly.json()).error]).toEqual([
    409,
    'La puerta se abre tres días antes del evento. Abre esta página otra vez ese día.',
  ])
  setClock(minutes(60))
  expect(full()).toEqual([])
})

test('a late report from an offline phone does not replace a newer report of a full room', async () => {
  const { redes, report, full } = await createRooms()
  await report(redes.id, true, { device: 'phone-1', at: minutes(58), sentAt: minutes(60) })
  await report(redes.id, false, { device: 'phone-2', at: minutes(59), sentAt: minutes(60) })
  const late = await report(redes.id, true, { device: 'phone-1', at: minutes(57), sentAt: minutes(60) })
  expect(await late.json()).toEqual({ event: redes.id, isFull: false })
  expect(full()).toEqual([])
})

test('the newest of several reports about a full room counts, even if it changed nothing', async () => {
  const { redes, report, full } = await createRooms()
  await report(redes.id, true, { device: 'phone-1', at: minutes(50), sentAt: minutes(60) })
  await report(redes.id, true, { device: 'phone-2', at: minutes(56), sentAt: minutes(60) })
  await report(redes.id, false, { device: 'phone-3', at: minutes(53), sentAt: minutes(60) })
  expect(full()).toEqual([redes.id])
})

test('a full session that moves to another room counts as full only after a new report', async () => {
  const { app, redes, report, rooms, live } = await createRooms()
  const full = () => live(Date.parse(minutes(62))).full
  const move = (scenarioId: string) => updateItem(app.db, 'events', redes.id, { scenarioId }, { ...someEdit, at: minutes(60) })
  await report(redes.id, true, { device: 'phone-1', at: minutes(59), sentAt: minutes(60) })
  expect(full()).toEqual([redes.id])
  move(addItem(app.db, 'scenarios', { name: 'Auditorio' }).id)
  expect(full()).toEqual([])
  setClock(minutes(62))
  expect((await rooms()).map(({ isFull }) => isFull)).toEqual([false, false])
  const late = await report(redes.id, true, { device: 'phone-2', at: minutes(58), sentAt: minutes(62) })
  expect(await late.json()).toEqual({ event: redes.id, isFull: false })
  const now = await report(redes.id, true, { device: 'phone-1', at: minutes(61), sentAt: minutes(62) })
  expect(await now.json()).toEqual({ event: redes.id, isFull: true })
  expect(full()).toEqual([redes.id])
})

test('limits how many full rooms an account can report per day', async () => {
  const { app, redes, report, full } = await createRooms()
  for (let count = 0; count < limits.door.roomReports; count++) await report(redes.id, count % 2 === 0)
  const refused = await report(redes.id, true)
  expect([refused.status, Number(refused.headers.get('Retry-After'))]).toEqual([429, 24 * 60 * 60])
  const other = await signIn(app, 'user')
  expect((await report(redes.id, true, {}, other)).status).toBe(200)
  expect(full()).toEqual([redes.id])
})

test('discarding everything that a phone sent also discards its reports of full rooms', async () => {
  const { redes, datos, report, full, asAdmin } = await createRooms()
  await report(redes.id, true, { device: 'phone-1' })
  expect((await asAdmin('DELETE /api/door/devices/phone-1/sent')).status).toBe(200)
  await report(datos.id, true, { device: 'phone-1' })
  expect(full()).toEqual([])
  expect((await asAdmin('POST /api/door/devices/phone-1/sent')).status).toBe(200)
  expect(full().toSorted()).toEqual([redes.id, datos.id].toSorted())
})

test('lists the sessions moved in the last day until they end, latest move first', async () => {
  const { app, redes, datos, talk, live } = await createRooms()
  const moved = (at: string) => live(Date.parse(at)).changed
  const save = (id: string, fields: object, at: string) => updateItem(app.db, 'events', id, fields, { ...someEdit, at })
  expect(moved(minutes(60))).toEqual([])
  save(datos.id, { startTime: '11:30' }, minutes(60))
  const room = addItem(app.db, 'scenarios', { name: 'Quetzal' })
  save(redes.id, { scenarioId: room.id, description: 'Otra' }, minutes(61))
  save(redes.id, { title: 'Redes 2' }, minutes(62))
  const night = talk('Noche', '20:00', '21:00')
  save(night.id, { isActive: false }, minutes(63))
  const all = [
    { id: night.id, field: 'state' },
    { id: redes.id, field: 'room' },
    { id: datos.id, field: 'start' },
  ]
  expect(moved(minutes(63))).toEqual(all)
  expect(moved(minutes(120))).toEqual(all.filter(({ id }) => id !== redes.id))
  save(datos.id, { startTime: '11:00' }, minutes(64))
  expect(moved(minutes(64))[0]).toEqual({ id: datos.id, field: 'start' })
  expect(live(Date.parse('2027-03-04T12:59:59.000Z'))).toEqual(nothingLive)
})

test('the published page shows the rooms that are reported as full', async () => {
  const { app, redes, report } = await createRooms()
  await app.publisher.publish()
  const before = await dataIn(await call(app, 'GET /'))
  expect(before.content.live.full).toEqual([])
  await report(redes.id, true)
  await app.publisher.publish()
  expect((await dataIn(await call(app, 'GET /'))).content.live.full).toEqual([redes.id])
})
