import { expect, test } from 'vitest'
import { violations } from '../support/axe.ts'
import { dialog, press, save, startPanel } from '../support/panel.ts'
import { addEvent } from '../support/panel-items.ts'

const panel = await startPanel()

type Person = { id: string }

test('people choose a session with limited seats on their own page', async () => {
  await panel.call('PUT /api/hero', { eventDate: '2098-11-20' })
  await addEvent(panel, '', 'Taller de redes', '09:00', { isPlenary: true, endTime: '10:00' })
  await addEvent(panel, '', 'Taller de Git', '09:30', { isPlenary: true, endTime: '10:30', capacity: 1 })
  const page = await panel.open('Agenda')
  await page.getByRole('tab', { name: 'Eventos' }).click()
  await press(page, 'Editar Taller de redes')
  await dialog(page).getByText('grabación, cupo y dirección').click()
  await dialog(page).getByLabel('Cupo de la sesión').fill('12')
  expect(await violations(page)).toEqual([])
  await save(page)
  await dialog(page).waitFor({ state: 'hidden' })

  const person = await panel.call<Person>('POST /api/registrations/by-hand', { name: 'Ana', email: 'ana@ejemplo.gt' })
  const { url } = await panel.call<{ url: string }>(`GET /api/registrations/${person.id}/link`)
  const own = await panel.visit({ viewport: { width: 360, height: 800 }, javaScriptEnabled: false })
  await own.goto(url)
  await own.getByLabel('Taller de redes').check()
  await own.getByLabel('Taller de Git').check()
  await press(own, 'Guardar mis sesiones')
  await own.getByText('«Taller de redes» y «Taller de Git» son a la misma hora.').waitFor()
  await own.getByLabel('Taller de Git').uncheck()
  await press(own, 'Guardar mis sesiones')
  await own.getByText('Guardamos las sesiones que elegiste.').waitFor()
  await own.getByText('Tienes lugar', { exact: true }).last().waitFor()
  expect(await own.getByLabel('Taller de redes').isChecked()).toBe(true)
  expect(await own.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
})
