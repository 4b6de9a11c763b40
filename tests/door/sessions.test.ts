import { expect, onTestFinished, test } from 'vitest'
import { minuteMs } from '../../data/time.ts'
import { dayOf } from '../../data/zone.ts'
import { violationsInBoth } from '../support/axe.ts'
import { sharedBrowser, sharedProduct } from '../support/fixtures.ts'
import { newVisitor } from '../support/pages.ts'
import { isInstalled, openHall, signIn, typeCode, word } from './hall.ts'

const product = await sharedProduct()
const browser = await sharedBrowser()
const hall = await openHall(product)
const zone = 'America/Guatemala'

async function workshop(title: string, minutesFromNow: number, fields: object) {
  const start = new Date(Date.now() + minutesFromNow * minuteMs)
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeStyle: 'short' })
  const endTime = clock.format(start.getTime() + 90 * minuteMs)
  const times = { day: dayOf(zone, start.toISOString()), startTime: clock.format(start), endTime }
  const event = { title, isPlenary: true, ...times, ...fields }
  const { id } = await (await hall.organiser('POST /api/agenda/events', event)).json()
  return id as string
}

const choose = (person: { id: string }, ...sessions: string[]) =>
  hall.organiser(`PUT /api/registrations/${person.id}/sessions`, { sessions })

type Listed = { name: string; status: string; arrivedAt: string | null }

const peopleOf = async (event: string): Promise<Listed[]> =>
  (await hall.organiser(`GET /api/agenda/events/${event}/people`)).json()

async function phoneBefore(title: RegExp) {
  const viewport = { width: 360, height: 640 }
  const { page, context, complaints } = await newVisitor(browser, product.origin, { serviceWorkers: 'allow', viewport })
  onTestFinished(() =>
    expect(complaints.filter((text) => !/^Failed to load resource: (net::ERR_|.*status of 401)/.test(text))).toEqual([]),
  )
  await signIn(page)
  await page.getByRole('button', { name: 'Ajustes' }).click()
  const option = await page.getByLabel('Sala', { exact: true }).getByRole('option', { name: title }).textContent()
  await page.getByLabel('Sala', { exact: true }).selectOption(option)
  expect(await violationsInBoth(page)).toEqual([])
  await page.getByRole('button', { name: 'Listo' }).click()
  return { page, context }
}

test('a phone at a session’s door lets in only people with a seat, also without network', async () => {
  const [ana, eva, luis] = [await hall.register('Ana'), await hall.register('Eva'), await hall.register('Luis')]
  const id = await workshop('Taller de redes', 30, { capacity: 1 })
  await choose(ana, id)
  await choose(eva, id)
  const { page, context } = await phoneBefore(/Taller de redes/)
  await page.getByText('Taller de redes: 0 adentro, 0 libres').waitFor()
  expect(await page.getByRole('button', { name: 'Sin registro' }).count()).toBe(0)
  await isInstalled(page)
  await context.setOffline(true)
  await page.reload()
  await page.getByText('Taller de redes: 0 adentro, 0 libres').waitFor()
  await typeCode(page, ana.code)
  await expect.poll(word(page)).toBe('Adelante')
  await typeCode(page, eva.code)
  await page.getByText('Está en la lista de espera de esta sesión. No quedan lugares libres.').waitFor()
  await typeCode(page, luis.code)
  await page.getByText('No eligió esta sesión. No quedan lugares libres.').waitFor()
  await page.getByRole('button', { name: 'Dejar entrar' }).click()
  await expect.poll(word(page)).toBe('Adelante')
  await typeCode(page, ana.code)
  await expect.poll(word(page)).toBe('Ya entró')
  await context.setOffline(false)
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect.poll(async () => (await peopleOf(id)).filter(({ arrivedAt }) => arrivedAt)).toMatchObject([{ name: 'Ana' }])
  const { arrived } = await (await hall.organiser('GET /api/door/summary')).json()
  expect(arrived).toBe(0)
  await page.getByText('Taller de redes: 2 adentro, 0 libres').waitFor()
})

test('after the release of unused seats, waiting people get free seats as they arrive', async () => {
  const people = []
  for (const name of ['Berta', 'Carla', 'Diego', 'Elmer']) people.push(await hall.register(name))
  const [berta, carla, diego, elmer] = people
  if (!berta || !carla || !diego || !elmer) throw new Error('nobody')
  const id = await workshop('Taller de telares', -20, { capacity: 2, releaseAfter: 10 })
  for (const person of people) await choose(person, id)
  const { page } = await phoneBefore(/Taller de telares/)
  await page.getByText('Taller de telares: 0 adentro, 2 libres').waitFor()
  await typeCode(page, elmer.code)
  await expect.poll(word(page)).toBe('Adelante')
  await page.getByText('Esperaba, y hay un lugar libre.').waitFor()
  await typeCode(page, berta.code)
  await page.getByText('Berta').waitFor()
  await expect.poll(word(page)).toBe('Adelante')
  await typeCode(page, diego.code)
  await expect.poll(word(page)).toBe('En espera')
  await typeCode(page, carla.code)
  await page.getByText('Llegó tarde: su lugar ya se liberó. No quedan lugares libres.').waitFor()
  await page.getByRole('button', { name: 'Siguiente' }).click()
  await expect
    .poll(async () => (await peopleOf(id)).flatMap(({ name, arrivedAt }) => (arrivedAt ? name : [])))
    .toEqual(['Berta', 'Elmer'])
})
