import { expect, test } from 'vitest'
import type { Registration } from '../../data/registrations/schema.ts'
import { openDatabase } from '../hardening/client.ts'
import { violations } from '../support/axe.ts'
import { startPanel } from '../support/panel.ts'

const panel = await startPanel()

/** Returns a person's status and confirmation. */
async function standing(name: string) {
  const list = await panel.call<Registration[]>('GET /api/registrations')
  const { status, isConfirmed } = list.find((one) => one.name === name) as Registration
  return [status, isConfirmed]
}

test('a link in a reminder mail opens a page with a button that changes the registration', async () => {
  await panel.call('PUT /api/hero', { title: 'Telar', eventDate: '2099-11-20' })
  await panel.call('PUT /api/places', { capacity: 1, waitlist: true })
  for (const name of ['Ana', 'Eva']) await panel.call('POST /api/registrations', { name, email: `${name}@ejemplo.gt` })
  expect(await standing('Eva')).toEqual(['waitlisted', false])
  const db = openDatabase(panel)
  const token = db.prepare("SELECT token FROM registrations WHERE name = 'Ana'").pluck().get()
  db.close()

  const page = await panel.visit()
  await page.goto(`/registro/${token}/voy`)
  await page.getByRole('heading', { name: '¿Vienes?' }).waitFor()
  expect(await violations(page)).toEqual([])
  await page.reload()
  expect(await standing('Ana')).toEqual(['registered', false])
  await page.getByRole('button', { name: 'Voy', exact: true }).click()
  await page.getByText('Gracias por avisar: te esperamos.').waitFor()
  expect(await standing('Ana')).toEqual(['registered', true])

  const list = await panel.open('Registros')
  const said = () => list.locator('dl > div').filter({ hasText: 'Confirmados' }).locator('dd').textContent()
  await expect.poll(said).toBe('1')

  await page.goto(`/registro/${token}/libero`)
  await page.getByRole('heading', { name: '¿Ya no puedes venir?' }).waitFor()
  expect(await violations(page)).toEqual([])
  expect([await standing('Ana'), await standing('Eva')]).toEqual([
    ['registered', true],
    ['waitlisted', false],
  ])
  await page.getByRole('button', { name: 'Libero mi lugar' }).click()
  await page.getByText('Tu registro quedó cancelado. Gracias por avisar.').waitFor()
  expect((await standing('Ana'))[0]).toBe('cancelled')
  expect(await standing('Eva')).toEqual(['registered', false])
  await list.reload()
  await expect.poll(said).toBe('0')
})
