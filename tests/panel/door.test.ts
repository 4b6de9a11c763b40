import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { violationsInBoth } from '../support/axe.ts'
import { isFull } from '../support/full.ts'
import { toast } from '../support/pages.ts'
import { answer, dialog, press, row, startPanel } from '../support/panel.ts'
import { clear } from '../support/panel-items.ts'
import { openSession } from '../support/session.ts'

const panel = await startPanel()

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }
const door = (page: Page) => page.getByRole('region', { name: 'Llegadas' })

async function register(name: string): Promise<string> {
  await panel.call('POST /api/registrations', {
    name,
    email: `${name.toLowerCase().replaceAll(' ', '.')}@ejemplo.gt`,
    company: 'Labs',
  })
  const [person] = await panel.call<[{ id: string }]>(`GET /api/registrations?search=${encodeURIComponent(name)}`)
  return person.id
}

const arrive = (registration: string, door = 'Norte') =>
  panel.call('POST /api/door/arrivals', {
    device: 'phone',
    arrivals: [{ id: randomUUID(), registration, at: new Date().toISOString(), door }],
  })

// The panel follows arrivals only on the days of the event.
beforeAll(() => panel.call('PUT /api/hero', { eventDate: new Date().toISOString() }))
beforeEach(() => clear(panel, '/api/registrations'))

test.runIf(isFull)('the list of registrations shows new arrivals without a reload', async () => {
  const ana = await register('Ana Paz')
  await register('Luis Sol')
  const page = await panel.open('Registros', phone)
  await row(page, 'Ana Paz').waitFor()
  // Before the first arrival, the list shows no controls of the door.
  expect([await door(page).count(), await page.getByRole('button', { name: 'Marcar la llegada de Luis Sol' }).count()]).toEqual([
    0, 0,
  ])
  await arrive(ana)
  await door(page).getByText('1 llegó de 2').waitFor()
  await row(page, 'Ana Paz')
    .getByText(/^Llegó \d\d:\d\d$/)
    .waitFor()
  await press(page, 'Ver quiénes faltan (1)')
  await row(page, 'Ana Paz').waitFor({ state: 'detached' })
  await press(page, 'Marcar la llegada de Luis Sol')
  await toast(page, /^Luis Sol llegó a las/).waitFor()
  await page.getByText('No se encontraron registros con los filtros aplicados').waitFor()
  await door(page).getByText('2 llegaron de 2').waitFor()
  await press(page, 'Ver quiénes llegaron')
  await press(page, 'Quitar la llegada de Luis Sol')
  await row(page, 'Luis Sol').waitFor({ state: 'detached' })
  await door(page).getByText('1 llegó de 2').waitFor()
  expect(await violationsInBoth(page)).toEqual([])
})

test.runIf(isFull)('undoing an arrival in the panel keeps a later arrival recorded by a phone', async () => {
  const ana = await register('Ana Paz')
  await register('Luis Sol')
  await arrive(ana, 'Norte')
  const person = async (name: string) =>
    (await panel.call<{ arrivedAt: string | null; door: string | null }[]>(`GET /api/registrations?search=${name}`))[0]
  const before = await person('Ana')
  const page = await panel.open('Registros', phone)
  await page.clock.install({ time: Date.now() + 10 * 60_000 })
  await page.reload()
  await door(page).getByText('1 llegó de 2').waitFor()
  await press(page, 'Quitar la llegada de Ana Paz')
  await toast(page, 'Ana Paz no ha llegado').waitFor()
  await press(page, 'Deshacer')
  await toast(page, 'Cambio deshecho').waitFor()
  expect(await person('Ana')).toMatchObject({ arrivedAt: before?.arrivedAt, door: 'Norte' })
  await press(page, 'Quitar la llegada de Ana Paz')
  await expect.poll(async () => (await person('Ana'))?.arrivedAt).toBeNull()
  // Waits a second, because the server gives its time in whole seconds.
  await new Promise((resolve) => setTimeout(resolve, 1_100))
  await arrive(ana, 'Sur')
  expect(await person('Ana')).toMatchObject({ door: 'Sur' })
  await press(page, 'Marcar la llegada de Luis Sol')
  await toast(page, /^Luis Sol llegó a las/).waitFor()
  const [{ id: luis }] = await panel.call<[{ id: string }]>('GET /api/registrations?search=luis')
  await arrive(luis, 'Sur')
  await press(page, 'Deshacer')
  await toast(page, 'Cambio deshecho').waitFor()
  expect(await person('Luis')).toMatchObject({ door: 'Sur' })
})

test.runIf(isFull)('lists, corrects and prints people who came without a registration or an e-mail', async () => {
  await panel.call('POST /api/door/walk-in', { id: randomUUID(), name: 'Eva Ruiz', at: new Date().toISOString() })
  const page = await panel.open('Registros')
  await press(page, 'Ver detalle de Eva Ruiz')
  await dialog(page).getByText('No dio uno').waitFor()
  await press(page, 'Editar')
  const form = page.getByRole('dialog', { name: 'Editar a Eva Ruiz' })
  await form.getByLabel('Empresa').fill('Talleres')
  await form.getByRole('button', { name: 'Guardar', exact: true }).click()
  await form.waitFor({ state: 'detached' })
  await dialog(page).getByText('Talleres').waitFor()
  await press(page, 'Cerrar')
  // Replaces printing by nothing, because a test cannot see a printed page.
  await page.evaluate(() => {
    window.print = () => {}
  })
  await press(page, 'Descargar')
  await press(page, 'Gafetes')
  const para = dialog(page).getByLabel('Para')
  expect(await para.inputValue()).toBe('registered')
  await para.selectOption({ label: 'Quienes llegaron sin registro en la última hora' })
  await dialog(page).getByLabel('Empezar en la etiqueta').fill('3')
  await dialog(page).getByRole('button', { name: 'Imprimir' }).click()
  const labels = page.locator('.badge-label')
  await labels.nth(2).waitFor({ state: 'attached' })
  expect(await labels.allTextContents()).toEqual(['', '', 'Conferencia 2025Eva RuizTalleres'])
  expect(await page.locator('.printed-badges').getAttribute('class')).toContain('letter-8')
})

test('an administrator removes a phone from the door and undoes its arrivals', async () => {
  const page = await panel.open('Usuarios', phone)
  await press(page, /^Crear/)
  await dialog(page).getByLabel('Nombre').fill('Iris Cano')
  await dialog(page).getByLabel('Email').fill('iris@conferencia.gt')
  await dialog(page).getByLabel('Contraseña').fill('tres tazas')
  await dialog(page).getByLabel('Rol').selectOption({ label: 'Puerta' })
  await press(page, 'Guardar')
  await toast(page, 'Usuario creado exitosamente').waitFor()
  const headers = await openSession(panel, { email: 'iris@conferencia.gt', password: 'tres tazas' })
  await (await fetch(`${panel.origin}/api/door/list?device=tel-1&name=Puerta%20norte`, { headers })).text()
  const registration = await register('Ana Paz')
  const arrivals = [{ id: randomUUID(), registration, at: new Date().toISOString() }]
  await fetch(`${panel.origin}/api/door/arrivals`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({ device: 'tel-1', arrivals }),
  })

  await page.getByRole('tab', { name: 'Puerta' }).click()
  await page.getByText('Iris Cano · visto el').waitFor()
  await press(page, 'Quitar la lista de Puerta norte')
  expect(await answer(page, 'Quitar lista')).toContain('«Puerta norte»')
  await page.getByText('Se borra al tener red').waitFor()
  const summary = () => panel.call<{ arrived: number }>('GET /api/door/summary')
  expect((await summary()).arrived).toBe(1)
  await press(page, 'Deshacer lo que envió este teléfono: Puerta norte')
  expect(await answer(page, 'Deshacer')).toContain('¿Deshacer lo que envió este teléfono?')
  await toast(page, 'Se deshizo lo que envió este teléfono').waitFor()
  expect((await summary()).arrived).toBe(0)
  await press(page, 'Deshacer')
  await toast(page, 'Cambio deshecho').waitFor()
  expect((await summary()).arrived).toBe(1)
  await press(page, 'Deshacer lo que envió este teléfono: Puerta norte')
  await answer(page, 'Deshacer')
  await press(page, 'Recuperar lo que envió este teléfono: Puerta norte')
  await toast(page, 'Se recuperó lo que envió este teléfono').waitFor()
  await page.getByText('Lo que envió cada cuenta').click()
  await page.getByRole('button', { name: 'Deshacer lo que envió esta cuenta: Iris Cano' }).waitFor()
  expect((await fetch(`${panel.origin}/api/door/list?device=tel-1`, { headers })).status).toBe(410)
  expect(await violationsInBoth(page)).toEqual([])
})
