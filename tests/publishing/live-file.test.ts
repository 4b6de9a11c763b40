import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { LiveFile } from '../../data/programme/live.ts'
import { sharedProduct } from '../support/fixtures.ts'
import { middayZone } from '../support/midday-zone.ts'
import { openSession, organiserOf } from '../support/session.ts'

const zone = middayZone()
const product = await sharedProduct({ TIME_ZONE: zone })
const organiser = await organiserOf(product)

const clockTime = (inMinutes: number) =>
  new Intl.DateTimeFormat('sv', { timeZone: zone, hour: '2-digit', minute: '2-digit' }).format(Date.now() + inMinutes * 60_000)

/** Day and time in the event's time zone, a number of minutes from now. */
const today = (inMinutes: number) => ({
  day: new Intl.DateTimeFormat('sv', { timeZone: zone }).format(Date.now() + inMinutes * 60_000),
  startTime: clockTime(inMinutes),
})

const path = '/ahora.json'
const read = async (): Promise<LiveFile> => (await fetch(product.origin + path)).json()

/** Starts a conference half an hour ago, with a running and a following session. */
async function begin() {
  const room = await (await organiser('POST /api/agenda/scenarios', { name: 'Ceiba' })).json()
  await organiser('PUT /api/hero', { eventDate: new Date(Date.now() - 30 * 60_000).toISOString() })
  const session = async (title: string, inMinutes: number) =>
    (
      await organiser('POST /api/agenda/events', {
        title,
        ...today(inMinutes),
        endTime: clockTime(inMinutes + 60),
        scenarioId: room.id,
      })
    ).json()
  return { running: await session('Redes', -30), next: await session('Datos', 30) }
}

test('/ahora.json contains the notice, running sessions, full rooms and moved sessions', async () => {
  const { running, next } = await begin()
  await expect.poll(read).toMatchObject({ notice: null, now: [running.id], next: [next.id], full: [], changed: [] })
  const { programme, revision } = await read()
  expect(await (await fetch(product.origin)).text()).toContain(`data-programme="${programme}"`)

  const until = new Date(Date.now() + 60 * 60_000).toISOString()
  await organiser('PUT /api/notice', { text: 'La sala Ceiba se muda', url: 'telar.example/salas', until })
  await expect
    .poll(async () => (await read()).notice)
    .toEqual({
      text: 'La sala Ceiba se muda',
      url: 'https://telar.example/salas',
      until,
    })
  expect((await read()).revision).not.toBe(revision)
  expect((await read()).programme).toBe(programme)

  await organiser('PUT /api/door/rooms', { event: running.id, isFull: true })
  await expect.poll(async () => (await read()).full).toEqual([running.id])
  await organiser(`PUT /api/agenda/events/${next.id}`, today(45))
  await expect.poll(async () => (await read()).changed).toEqual([{ id: next.id, field: 'start' }])
  expect((await read()).programme).not.toBe(programme)

  await organiser('PUT /api/notice', { text: '' })
  await organiser('PUT /api/door/rooms', { event: running.id, isFull: false })
  await expect.poll(read).toMatchObject({ notice: null, full: [] })
  const onDisk = readFileSync(join(product.dataDir, 'www', path))
  expect(JSON.parse(onDisk.toString())).toEqual(await read())
  expect(onDisk.length).toBeLessThanOrEqual(2048)
})

test('answers 304 for an unchanged /ahora.json, which caches may keep for ten seconds', async () => {
  const first = await fetch(product.origin + path)
  expect(first.headers.get('cache-control')).toBe('public, max-age=10, must-revalidate')
  expect(first.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(first.headers.get('content-encoding')).toBeNull()
  const etag = first.headers.get('etag') ?? ''
  expect((await fetch(product.origin + path, { headers: { 'If-None-Match': etag } })).status).toBe(304)
})

test('saving the section About leaves /ahora.json unchanged', async () => {
  const file = join(product.dataDir, 'www', path)
  const before = statSync(file).mtimeMs
  await organiser('PUT /api/about', { title: 'Otro título' })
  await expect.poll(async () => (await fetch(product.origin)).text()).toContain('Otro título')
  expect(statSync(file).mtimeMs).toBe(before)
})

test('door helpers can report a full room, but visitors cannot', async () => {
  const { now } = await read()
  const json = { event: now[0] ?? '', isFull: true }
  const body = JSON.stringify(json)
  const headers = { 'Content-Type': 'application/json', Origin: product.origin }
  expect((await fetch(`${product.origin}/api/door/rooms`, { method: 'PUT', headers, body })).status).toBe(401)
  const helper = { name: 'Luis', email: 'puerta@ejemplo.gt', password: 'tres tazas', role: 'door' }
  await organiser('POST /api/users', helper)
  const session = await openSession(product, helper)
  const answer = await fetch(`${product.origin}/api/door/rooms`, { method: 'PUT', headers: { ...headers, ...session }, body })
  expect(answer.status).toBe(200)
  await expect.poll(async () => (await read()).full).toEqual(now)
})
