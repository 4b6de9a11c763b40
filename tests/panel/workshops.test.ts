import { expect, test } from 'vitest'
import { violations } from '../support/axe.ts'
import { dialog, press, row, save, startPanel } from '../support/panel.ts'
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

test('staff sees the people of a session, and changes the sessions of a person', async () => {
  await panel.call('PUT /api/hero', { eventDate: '2098-11-20' })
  const fields = { isPlenary: true, endTime: '12:00', capacity: 1 }
  const { id } = (await addEvent(panel, '', 'Taller de telares', '11:00', fields)) as Person
  await addEvent(panel, '', 'Taller de nudos', '11:30', { ...fields, endTime: '12:30', capacity: 5 })
  const people = []
  for (const name of ['Berta', 'Carla'])
    people.push(await panel.call<Person>('POST /api/registrations/by-hand', { name, email: `${name}@ejemplo.gt` }))
  await panel.call(`PUT /api/registrations/${people[0]?.id}/sessions`, { sessions: [id] })

  const page = await panel.open('Registros')
  await row(page, 'Carla')
    .getByRole('button', { name: /Ver|detalle/i })
    .first()
    .click()
  const detail = page.getByRole('dialog', { name: 'Detalle del Registro' })
  await detail.getByText('No eligió ninguna.').waitFor()
  await detail.getByRole('button', { name: 'Cambiar sesiones' }).click()
  const choice = page.getByRole('dialog', { name: 'Sesiones de Carla' })
  await choice.getByLabel('Taller de telares').check()
  await choice.getByLabel('Taller de nudos').check()
  await press(page, 'Guardar')
  await page.getByText('«Taller de telares» y «Taller de nudos» son a la misma hora.').waitFor()
  await choice.getByLabel('Taller de nudos').uncheck()
  expect(await violations(page)).toEqual([])
  await press(page, 'Guardar')
  await choice.waitFor({ state: 'hidden' })
  await detail.getByText('En espera', { exact: true }).waitFor()
  await detail.getByRole('button', { name: 'Cambiar sesiones' }).click()
  await choice.getByLabel('Darle lugar aunque el cupo esté lleno').check()
  await press(page, 'Guardar')
  await detail.getByText('Con lugar', { exact: true }).waitFor()

  const agenda = await panel.open('Agenda')
  await agenda.getByRole('tab', { name: 'Eventos' }).click()
  await press(agenda, 'Personas de Taller de telares')
  const list = dialog(agenda)
  await list.getByText('2 de 1').waitFor()
  expect(await list.getByRole('listitem').allTextContents()).toEqual([
    expect.stringContaining('Berta'),
    expect.stringContaining('Carla'),
  ])
  expect(await violations(agenda)).toEqual([])
  const [download] = await Promise.all([
    agenda.waitForEvent('download'),
    list.getByRole('link', { name: 'Exportar CSV' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('personas_sesion.csv')
  await press(agenda, 'Cerrar ventana')
  await press(agenda, 'Editar Taller de telares')
  await dialog(agenda).getByText('grabación, cupo y dirección').click()
  await dialog(agenda).getByLabel('Minutos para liberar lugares').fill('10')
  await press(agenda, 'Ver quiénes la eligieron')
  await agenda.getByRole('dialog', { name: 'Personas de Taller de telares' }).getByText('2 de 1').waitFor()
})
