import { beforeEach, expect, test } from 'vitest'
import { violationsInBoth } from '../support/axe.ts'
import { isFull, rounds } from '../support/full.ts'
import { toast } from '../support/pages.ts'
import { dialog, startPanel } from '../support/panel.ts'
import { addScenario, clear } from '../support/panel-items.ts'

const panel = await startPanel()

beforeEach(() => clear(panel, '/api/agenda/events', '/api/agenda/scenarios', '/api/speakers'))

type Event = { id: string; title: string; day: string; scenarioId: string; startTime: string; endTime: string }
type Talk = { title: string; day: string; room: string; startTime: string }

const roomNames = ['Ceiba', 'Jade', 'Quetzal']
const days = ['', '2025-11-21']

/** Stores talks of half an hour, all at the same time in one room. In `talks`, each has a slot, `ofDay` talks on each day. */
async function pile(count: number, ofDay: number) {
  const rooms = new Map<string, string>()
  for (const name of roomNames) rooms.set(name, (await addScenario(panel, name)).id)
  // The first and the last session set the hours that the timetable shows.
  for (const day of days.slice(0, Math.ceil(Math.max(1, count) / ofDay))) {
    for (const [title, startTime, endTime] of [
      ['Apertura', '08:00', '09:00'],
      ['Cierre', '17:00', '17:30'],
    ])
      await panel.call('POST /api/agenda/events', { title, day, startTime, endTime, isPlenary: true })
  }
  const talks: Talk[] = []
  for (let index = 0; index < count; index++) {
    const title = `Charla ${String(index + 1).padStart(2, '0')}`
    const [day = '', room = ''] = [days[Math.floor(index / ofDay)], roomNames[index % 3]]
    const halfHours = Math.floor((index % ofDay) / 3)
    const startTime = `${String(9 + Math.floor(halfHours / 2)).padStart(2, '0')}:${halfHours % 2 ? '30' : '00'}`
    talks.push({ title, day, room, startTime })
    await panel.call('POST /api/agenda/events', { title, scenarioId: rooms.get('Ceiba'), startTime: '16:00', endTime: '16:30' })
  }
  const stored = async () => {
    const events = await panel.call<Event[]>('GET /api/agenda/events')
    const nameOf = new Map([...rooms].map(([name, id]) => [id, name]))
    return events
      .filter(({ title }) => title.startsWith('Charla'))
      .map(({ title, day, scenarioId, startTime }) => ({ title, day, room: nameOf.get(scenarioId) ?? '', startTime }))
      .toSorted((a, b) => a.title.localeCompare(b.title))
  }
  return { talks, stored }
}

test('arranging an agenda on a phone takes at most four taps a talk', async () => {
  const { talks, stored } = await pile(rounds(3, 30), rounds(2, 15))
  const page = await panel.visit({
    storageState: panel.session,
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
  })
  await page.goto('/admin#agenda/eventos')
  for (const { title, day, room, startTime } of talks) {
    let taps = 0
    const tap = async (name: string | RegExp, within = page.getByRole('tabpanel').last()) => {
      taps += 1
      await within.getByRole('button', { name, exact: true }).tap()
    }
    await tap(`Mover ${title}`)
    if (day !== '') await tap('vie 21', dialog(page))
    if (room !== 'Ceiba') await tap(room, dialog(page))
    if (title === 'Charla 02') expect(await violationsInBoth(page)).toEqual([])
    await tap(`${startTime} libre`, dialog(page))
    await toast(page, new RegExp(`^«${title}»: `)).waitFor()
    await dialog(page).waitFor({ state: 'detached' })
    expect(taps).toBeLessThanOrEqual(4)
  }
  expect(await stored()).toEqual(talks)
})

test.runIf(isFull)('moves a talk and all later talks of its room in one save, and undoes that with one click', async () => {
  const { stored } = await pile(0, 30)
  const [{ id: scenarioId } = { id: '' }] = await panel.call<{ id: string }[]>('GET /api/agenda/scenarios')
  for (const [title, startTime, endTime] of [
    ['Charla 1', '09:00', '09:30'],
    ['Charla 2', '09:30', '10:00'],
    ['Charla 3', '11:00', '11:30'],
  ])
    await panel.call('POST /api/agenda/events', { title, scenarioId, startTime, endTime })
  const starts = async () => (await stored()).map(({ startTime }) => startTime)
  const revision = async () => (await panel.call<{ revision: number }[]>('GET /api/history?section=events&limit=1'))[0]?.revision
  const before = (await revision()) ?? 0
  const page = await panel.open('Agenda')
  await page.getByRole('tab', { name: 'Eventos' }).click()
  await page.getByRole('button', { name: 'Mover Charla 2' }).click()
  await dialog(page).getByLabel('Qué se mueve').selectOption({ label: 'También lo que sigue en Ceiba (1)' })
  await dialog(page)
    .getByRole('button', { name: /^15 min después/ })
    .click()
  await toast(page, '«Charla 2»: 09:45–10:15, Ceiba. «Charla 3»: 11:15–11:45, Ceiba.').waitFor()
  expect([await starts(), await revision()]).toEqual([['09:00', '09:45', '11:15'], before + 1])
  await page.getByRole('button', { name: 'Deshacer' }).click()
  await toast(page, 'Cambio deshecho').waitFor()
  expect([await starts(), await revision()]).toEqual([['09:00', '09:30', '11:00'], before + 2])
})

/** Opens the agenda as a timetable with rooms side by side. */
async function openTimetable() {
  const page = await panel.open('Agenda')
  await page.getByRole('tab', { name: 'Eventos' }).click()
  await page.getByRole('button', { name: 'Horario', exact: true }).click()
  const block = (title: string) => page.getByRole('button', { name: new RegExp(`^${title} \\d`) })
  await block('Apertura').waitFor()
  const said = page.locator('.timetable-bar').getByRole('status')
  return { page, block, said }
}

const revision = async () =>
  (await panel.call<{ revision: number }[]>('GET /api/history?section=events&limit=1'))[0]?.revision ?? 0

test.runIf(isFull)('arranging an agenda by keyboard takes at most six keys a talk, and one save', async () => {
  const { talks, stored } = await pile(30, 30)
  const before = await revision()
  const { page, block, said } = await openTimetable()
  await block('Apertura').focus()
  for (const { title, room, startTime } of talks) {
    let keys = 0
    const press = async (key: string) => {
      keys += 1
      await page.keyboard.press(key)
    }
    await press('Tab')
    for (let column = 0; column < roomNames.indexOf(room); column++) await press('ArrowRight')
    await press('Home')
    // The moved talk is announced and keeps the focus.
    await expect.poll(() => said.textContent()).toContain(`«${title}»: ${startTime}–`)
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain(title)
    expect(keys).toBeLessThanOrEqual(6)
  }
  expect(await revision()).toBe(before)
  await page.keyboard.press('Enter')
  await toast(page, `Se movieron ${talks.length} eventos.`).waitFor()
  expect([await stored(), await revision()]).toEqual([talks, before + 1])
  await page.getByRole('button', { name: 'Deshacer' }).click()
  await toast(page, 'Cambio deshecho').waitFor()
  expect(new Set((await stored()).map(({ startTime }) => startTime))).toEqual(new Set(['16:00']))
})

test.runIf(isFull)('shows the collisions of a talk while the talk is moved by keys', async () => {
  const { stored } = await pile(1, 1)
  const [ceiba] = await panel.call<{ id: string }[]>('GET /api/agenda/scenarios')
  await panel.call('POST /api/agenda/events', {
    title: 'Charla 02',
    scenarioId: ceiba?.id,
    startTime: '11:00',
    endTime: '11:30',
    day: '2025-11-21',
  })
  await panel.call('POST /api/agenda/events', { title: 'Redes', scenarioId: ceiba?.id, startTime: '16:30', endTime: '17:00' })
  const before = await stored()
  const { page, block, said } = await openTimetable()
  await block('Charla 01').focus()
  const saidIs = (text: string) => expect.poll(() => said.textContent()).toContain(text)
  await page.keyboard.press('ArrowDown')
  await saidIs('«Charla 01»: 16:05–16:35, Ceiba. Choca con «Redes» (16:30–17:00)')
  await page.keyboard.press('Escape')
  await saidIs('Todo está otra vez como estaba.')
  await block('Charla 01').filter({ hasText: '16:00–16:30' }).waitFor()
  expect(await stored()).toEqual(before)
  // A letter moves the focus to the next title that begins with it. Digits after Alt+ArrowDown set the time.
  await page.keyboard.press('r')
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toMatch(/^Redes/)
  // The first 'c' moves the focus to Cierre, the second to Charla 01.
  for (const key of ['c', 'c', 'Alt+ArrowDown', '1', '4', '3', '0', 'ArrowRight', 'Shift+ArrowRight'])
    await page.keyboard.press(key)
  await saidIs('«Charla 01»: vie 21, 14:30–15:05, Jade.')
  expect(await violationsInBoth(page)).toEqual([])
  await page.keyboard.press('Enter')
  await toast(page, '«Charla 01»: vie 21, 14:30–15:05, Jade.').waitFor()
  expect((await stored())[0]).toEqual({ title: 'Charla 01', day: '2025-11-21', room: 'Jade', startTime: '14:30' })
})

test.runIf(isFull)('drags several chosen talks together', async () => {
  const { stored } = await pile(3, 30)
  const { page, block, said } = await openTimetable()
  const starts = async () => (await stored()).map(({ room, startTime }) => `${startTime} ${room}`)
  for (const title of ['Charla 01', 'Charla 02']) await block(title).click({ modifiers: ['Control'] })
  await expect.poll(() => said.textContent()).toContain('2 elegidas')
  await block('Charla 01').hover()
  const from = await block('Charla 01').boundingBox()
  const [x, y] = [(from?.x ?? 0) + 10, (from?.y ?? 0) + 10]
  const jade = await page.getByRole('heading', { name: 'Jade' }).boundingBox()
  await page.mouse.move(x, y)
  await page.mouse.down()
  // A minute is two pixels high.
  await page.mouse.move(x + (jade?.width ?? 0), y - 60, { steps: 4 })
  await page.mouse.up()
  await toast(page, '«Charla 01»: 15:30–16:00, Jade. «Charla 02»: 15:30–16:00, Jade.').waitFor()
  expect(await starts()).toEqual(['15:30 Jade', '15:30 Jade', '16:00 Ceiba'])
  await block('Charla 03').click()
  await page
    .getByRole('dialog', { name: 'Mover «Charla 03»' })
    .getByRole('button', { name: /^30 min antes/ })
    .click()
  await toast(page, '«Charla 03»: 15:30–16:00, Ceiba.').waitFor()
  expect(await starts()).toEqual(['15:30 Jade', '15:30 Jade', '15:30 Ceiba'])
})

test.runIf(isFull)('unsaved moves of talks stay during a search, in the list view and in a narrow window', async () => {
  const { stored } = await pile(9, 30)
  const { page, block } = await openTimetable()
  const isMoved = () => block('Charla 01').and(page.locator('[data-moved]')).filter({ hasText: '10:00–10:30' }).waitFor()
  await block('Charla 01').focus()
  await page.keyboard.type('1000')
  await isMoved()
  const search = page.getByRole('searchbox')
  await search.fill('Charla 0')
  await isMoved()
  await search.fill('')
  await isMoved()
  const left = page.getByText('En el horario: 1 cambio sin guardar.')
  await page.getByRole('button', { name: 'Lista', exact: true }).click()
  await left.waitFor()
  await page.getByRole('button', { name: 'Horario', exact: true }).click()
  await isMoved()
  await page.setViewportSize({ width: 800, height: 800 })
  await left.waitFor()
  expect(await violationsInBoth(page)).toEqual([])
  expect((await stored())[0]?.startTime).toBe('16:00')
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await toast(page, '«Charla 01»: 10:00–10:30, Ceiba.').waitFor()
  await left.waitFor({ state: 'detached' })
  expect((await stored())[0]?.startTime).toBe('10:00')
})

test.runIf(isFull)("saves moves of talks, and reports moves that fail because of another person's changes", async () => {
  const { stored } = await pile(4, 30)
  const ofTitle = new Map((await panel.call<Event[]>('GET /api/agenda/events')).map(({ title, id }) => [title, id]))
  const rooms = await panel.call<{ id: string; name: string }[]>('GET /api/agenda/scenarios')
  const { page, block } = await openTimetable()
  const moveTo = async (title: string, ...keys: string[]) => {
    await block(title).focus()
    for (const key of keys) await page.keyboard.press(key)
    await block(title).and(page.locator('[data-moved]')).waitFor()
  }
  await moveTo('Charla 01', 'ArrowUp')
  await moveTo('Charla 02', 'ArrowUp')
  await moveTo('Charla 03', 'ArrowRight')
  await moveTo('Charla 04', 'Home')
  await panel.call(`PUT /api/agenda/events/${ofTitle.get('Charla 01')}`, { startTime: '11:00', endTime: '11:30' })
  await panel.call(`DELETE /api/agenda/events/${ofTitle.get('Charla 02')}`)
  await panel.call(`DELETE /api/agenda/scenarios/${rooms.find(({ name }) => name === 'Jade')?.id}`)
  await block('Charla 04').focus()
  await page.keyboard.press('Enter')
  await toast(
    page,
    'Mientras tanto cambió «Charla 01»: queda como está ahora. Ya no existe «Charla 02». Lo demás sigue sin guardar (2): Guardar lo guarda.',
  ).waitFor()
  await block('Charla 01').filter({ hasText: '11:00–11:30' }).waitFor()
  await block('Charla 02').waitFor({ state: 'detached' })
  await page.keyboard.press('Enter')
  await toast(
    page,
    'No se puede mover ahí «Charla 03»: selecciona un escenario que exista. Lo demás sigue sin guardar (1): Guardar lo guarda.',
  ).waitFor()
  await page.keyboard.press('Enter')
  await toast(page, '«Charla 04»: 09:00–09:30, Ceiba.').waitFor()
  expect((await stored()).map(({ title, room, startTime }) => `${title} ${room} ${startTime}`)).toEqual([
    'Charla 01 Ceiba 11:00',
    'Charla 03 Ceiba 16:00',
    'Charla 04 Ceiba 09:00',
  ])
})

test.runIf(isFull)('the message about a move of a talk disappears after the server rejected the move', async () => {
  await pile(2, 30)
  const [talk] = (await panel.call<Event[]>('GET /api/agenda/events')).filter(({ title }) => title === 'Charla 01')
  const { page, block } = await openTimetable()
  await block('Charla 01').focus()
  await page.keyboard.press('ArrowUp')
  const said = page.locator('.timetable-bar').getByRole('status')
  await said.getByText('Charla 01').waitFor()
  // Another person moves the talk to a time at which it overlaps the other talk.
  await panel.call(`PUT /api/agenda/events/${talk?.id}`, { startTime: '15:50', endTime: '16:20' })
  await page.keyboard.press('Enter')
  await toast(page, 'Mientras tanto cambió «Charla 01»: queda como está ahora.').waitFor()
  await block('Charla 01').filter({ hasText: '15:50–16:20' }).waitFor()
  expect(await said.textContent()).toBe('')
})

test.runIf(isFull)('undoing a change of room keeps a new time that another person has saved', async () => {
  const { stored } = await pile(1, 30)
  const [talk] = (await panel.call<Event[]>('GET /api/agenda/events')).filter(({ title }) => title === 'Charla 01')
  const { page, block } = await openTimetable()
  await block('Charla 01').focus()
  await page.keyboard.press('ArrowRight')
  await panel.call(`PUT /api/agenda/events/${talk?.id}`, { startTime: '11:00', endTime: '11:30' })
  await page.keyboard.press('Enter')
  await toast(page, '«Charla 01»: 11:00–11:30, Jade.').waitFor()
  expect(await stored()).toMatchObject([{ room: 'Jade', startTime: '11:00' }])
  await page.getByRole('button', { name: 'Deshacer' }).click()
  await toast(page, 'Cambio deshecho').waitFor()
  expect(await stored()).toMatchObject([{ room: 'Ceiba', startTime: '11:00' }])
})

test.runIf(isFull)('cancelling a drag leaves the talk where the keys had put it', async () => {
  const { stored } = await pile(2, 30)
  const { page, block } = await openTimetable()
  for (const [title, time] of [
    ['Charla 01', '1000'],
    ['Charla 02', '1300'],
  ] as const) {
    await block(title).focus()
    await page.keyboard.type(time)
  }
  const shows = (title: string, times: string) =>
    block(title).and(page.locator('[data-moved]')).filter({ hasText: times }).waitFor()
  const drag = async (minutes: number) => {
    // Waits until nothing scrolls and the pointer is on the talk.
    await block('Charla 01').hover({ position: { x: 10, y: 10 } })
    const { x, y } = (await block('Charla 01').boundingBox()) ?? { x: 0, y: 0 }
    await page.mouse.down()
    // A minute is two pixels high.
    await page.mouse.move(x + 10, y + 10 + 2 * minutes, { steps: 4 })
  }
  // Talks that were moved by keys scroll into view.
  await shows('Charla 01', '10:00–10:30')
  await shows('Charla 02', '13:00–13:30')
  // Later the page does not scroll under the pointer.
  await block('Charla 01').hover({ position: { x: 10, y: 10 } })
  const pointedAt = await block('Charla 01').boundingBox()
  await page.waitForTimeout(2_000)
  expect(await block('Charla 01').boundingBox()).toEqual(pointedAt)
  await drag(30)
  await shows('Charla 01', '10:30–11:00')
  await block('Charla 01').dispatchEvent('pointercancel')
  await page.mouse.up()
  await shows('Charla 01', '10:00–10:30')
  await shows('Charla 02', '13:00–13:30')
  await drag(60)
  await page.mouse.up()
  await toast(page, '«Charla 01»: 11:00–11:30, Ceiba. «Charla 02»: 13:00–13:30, Ceiba.').waitFor()
  expect((await stored()).map(({ startTime }) => startTime)).toEqual(['11:00', '13:00'])
})

test.runIf(isFull)('shows the list instead of the timetable in a narrow window', async () => {
  await pile(1, 30)
  const page = await panel.visit({ storageState: panel.session, viewport: { width: 1000, height: 800 } })
  await page.goto('/admin#agenda/eventos')
  await page.getByRole('button', { name: 'Mover Charla 01' }).waitFor()
  expect(await page.getByRole('button', { name: 'Horario', exact: true }).count()).toBe(0)
})
