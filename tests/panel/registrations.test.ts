import type { Page } from 'playwright-core'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { isFull, rounds } from '../support/full.ts'
import { letThrough, toast } from '../support/pages.ts'
import { answer, dialog, failing, row, startPanel } from '../support/panel.ts'
import { clear } from '../support/panel-items.ts'

const panel = await startPanel()
const register = (name: string, fields: object = {}) =>
  panel.call('POST /api/registrations', { name, email: `${name.toLowerCase()}@ejemplo.gt`, ...fields })
const search = (page: Page) => page.getByPlaceholder('Buscar por nombre, email o empresa')

const cards = (page: Page) => page.locator('dl dt > span:first-child')
const fourCards = ['Total Registros', 'Confirmados', 'Pendientes', 'Acepta Marketing']
const threeChoices = ['Todos', 'Confirmados', 'Pendientes']

beforeEach(() => clear(panel, '/api/registrations'))

test('the list of registrations has four totals and its columns, or a text if it is empty', async () => {
  const page = await panel.open('Registros')
  await page.getByText('No hay registros aún').waitFor()
  await register('Ana', { acceptsMarketing: true })
  await register('Berta')
  await page.reload()
  await row(page, 'Ana').waitFor()
  const numbers = Object.fromEntries(
    await Promise.all(
      ['Total Registros', 'Confirmados', 'Pendientes', 'Acepta Marketing'].map(async (label) => [
        label,
        await page.locator('dl > div', { hasText: label }).locator('dd').textContent(),
      ]),
    ),
  )
  expect(numbers).toEqual({ 'Total Registros': '2', Confirmados: '0', Pendientes: '2', 'Acepta Marketing': '1' })
  expect(await cards(page).allTextContents()).toEqual(fourCards)
  expect(await page.getByRole('combobox').getByRole('option').allTextContents()).toEqual(threeChoices)
  expect(await page.getByRole('columnheader').allTextContents()).toEqual([
    'Nombre',
    'Email',
    'Empresa',
    'Fecha',
    'Estado',
    'Acciones',
  ])
  await page.getByRole('combobox').selectOption('Confirmados')
  await page.getByText('No se encontraron registros con los filtros aplicados').waitFor()
})

test.runIf(isFull)('shows the filter of a rare status only if a registration has that status', async () => {
  await register('Ana')
  await register('Berta')
  const [ana] = await panel.call<[{ id: string }]>('GET /api/registrations?search=Ana')
  await panel.call(`PUT /api/registrations/${ana.id}`, { status: 'cancelled' })
  const page = await panel.open('Registros')
  await row(page, 'Berta').waitFor()
  expect(await cards(page).allTextContents()).toEqual([...fourCards, 'Con lugar', 'En espera', 'Libres', 'Cancelados'])
  const more = page.getByRole('combobox').locator('optgroup[label="Más estados"] option')
  expect(await more.allTextContents()).toEqual(['Con lugar', 'Cancelados'])
  await page.getByRole('combobox').selectOption('Cancelados')
  await row(page, 'Berta').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Dar lugar a Ana' }).click()
  // The chosen filter stays, although nobody is left in it.
  await expect.poll(() => more.allTextContents()).toEqual(['Cancelados'])
  expect(await cards(page).allTextContents()).toEqual(fourCards)
  await page.getByRole('combobox').selectOption('Todos')
  await expect.poll(() => more.count()).toBe(0)
})

test('the list of registrations refreshes by itself only on a day of the event', async () => {
  await register('Ana')
  const listed = async (minutes: number) => {
    const page = await panel.open('Registros', { prepare: (blank) => blank.clock.install() })
    await row(page, 'Ana').waitFor()
    let count = 0
    page.on('request', (request) => {
      if (/\/api\/(registrations\?|backups)/.test(request.url())) count += 1
    })
    await page.clock.runFor(minutes * 60_000)
    return () => count
  }
  const onAnotherDay = await listed(rounds(10, 90))
  const { eventDate } = await panel.call<{ eventDate: string }>('GET /api/hero')
  onTestFinished(async () => {
    await panel.call('PUT /api/hero', { eventDate })
  })
  await panel.call('PUT /api/hero', { eventDate: new Date().toISOString() })
  const onTheDay = await listed(1)
  await expect.poll(onTheDay).toBeGreaterThan(5)
  expect(onAnotherDay()).toBe(0)
})

test.runIf(isFull)("a person's details stay open after a change that filters the person out of the list", async () => {
  await register('Ana')
  const page = await panel.open('Registros')
  await page.getByRole('combobox').selectOption('Pendientes')
  await row(page, 'Ana').getByText('Pendiente').click()
  await page.getByRole('dialog', { name: 'Detalle del Registro' }).waitFor()
  for (const text of ['No especificada', 'No acepta emails', 'Pendiente']) await dialog(page).getByText(text).waitFor()
  expect(await dialog(page).getByText('No especificado', { exact: true }).count()).toBe(2)
  await dialog(page)
    .getByText(/^\d\d\/\d\d\/\d{4} a las \d\d:\d\d$/)
    .waitFor()
  await dialog(page).getByRole('button', { name: 'Confirmar' }).click()
  await toast(page, 'Registro actualizado').waitFor()
  await dialog(page).getByText('Confirmado', { exact: true }).waitFor()
  await dialog(page).getByRole('button', { name: 'Cerrar', exact: true }).click()
  await page.getByText('No se encontraron registros con los filtros aplicados').waitFor()
})

test('shows people confirmed in quick succession as confirmed', async () => {
  const people = ['Ana', 'Berta', 'Carla', 'Delia']
  for (const name of people) await register(name)
  const page = await panel.open('Registros')
  for (const name of people) await page.getByRole('button', { name: `Confirmar a ${name}` }).click()
  for (const name of people) await page.getByRole('button', { name: `Marcar como pendiente a ${name}` }).waitFor()
  await page.locator('dl > div', { hasText: 'Confirmados' }).getByText('4').waitFor()
})

test.runIf(isFull)('ignores a slow answer to an older search for registrations', async () => {
  await register('Ana')
  await register('Berta')
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const page = await panel.open('Registros')
  await row(page, 'Ana').waitFor()
  await page.route('**/api/registrations?search=an&**', async (route) => {
    await released
    await route.continue()
  })
  await search(page).focus()
  await page.keyboard.type('an')
  await search(page).fill('berta')
  await row(page, 'Ana').waitFor({ state: 'detached' })
  const late = page.waitForResponse('**/api/registrations?search=an&**')
  release()
  await (await late).finished()
  await page.keyboard.press('End')
  expect(await row(page, 'Berta').count()).toBe(1)
  expect(await row(page, 'Ana').count()).toBe(0)
  expect(await search(page).evaluate((input) => input === document.activeElement)).toBe(true)
})

test.runIf(isFull)('reports a failed confirmation, deletion or search, and keeps the list on the screen', async () => {
  await register('Ana')
  const page = await panel.open('Registros', { prepare: (blank) => failing(blank, '/api/registrations/*', 'PUT', 'DELETE') })
  await page.getByRole('button', { name: 'Confirmar a Ana' }).click()
  await toast(page, 'Error al actualizar').waitFor()
  await toast(page, 'Hubo un problema al actualizar el registro.').waitFor()
  await page.getByRole('button', { name: 'Eliminar a Ana' }).click()
  expect(await answer(page, 'Eliminar')).toContain('¿Estás seguro de que quieres eliminar este registro?')
  await toast(page, 'Error al eliminar').waitFor()
  await toast(page, 'Hubo un problema al eliminar el registro.').waitFor()

  await failing(page, '/api/registrations?*', 'GET')
  await search(page).fill('x')
  await page.getByText('No se pudo actualizar: lo que ves puede ser anterior.').waitFor()
  await row(page, 'Ana').waitFor()
  await letThrough(page)
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await page.getByText('No se encontraron registros con los filtros aplicados').waitFor()
})

test('moves a deleted person to the trash, and restores or erases the person there', async () => {
  await register('Ximena')
  await register('Yara')
  const page = await panel.open('Registros')
  const remove = async (name: string) => {
    await page.getByRole('button', { name: `Eliminar a ${name}` }).click()
    expect(await answer(page, 'Eliminar')).toContain(`${name} (${name.toLowerCase()}@ejemplo.gt)`)
    await toast(page, `${name} queda 30 días en la papelera.`).waitFor()
    await row(page, name).waitFor({ state: 'detached' })
  }
  await remove('Ximena')
  await remove('Yara')
  await page.getByRole('button', { name: 'Más', exact: true }).click()
  await page.getByRole('button', { name: 'Papelera' }).click()
  await page.getByRole('dialog', { name: 'Papelera' }).getByText('yara@ejemplo.gt').waitFor()
  await page.getByRole('button', { name: 'Devolver a la lista a Ximena' }).click()
  await toast(page, 'Ximena está otra vez en la lista.').waitFor()
  await row(page, 'Ximena').waitFor()
  await page.getByRole('button', { name: 'Borrar definitivamente a Yara' }).click()
  expect(await answer(page, 'Borrar definitivamente')).toContain('los datos de Yara (yara@ejemplo.gt)')
  const proof = page.getByRole('dialog', { name: 'Datos borrados' })
  await proof.getByText('Del registro de Yara no queda nada').waitFor()
  await proof.getByText(/respaldos/).waitFor()
  await proof.getByRole('button', { name: 'Cerrar', exact: true }).click()
  await page.getByRole('button', { name: 'Borrar definitivamente a Yara' }).waitFor({ state: 'detached' })
  const trashed = await panel.call<{ name: string }[]>('GET /api/trash')
  expect(trashed.filter(({ name }) => name === 'Ximena' || name === 'Yara')).toEqual([])
})

test.runIf(isFull)('deleting the only registration on the last page shows the page before it', async () => {
  for (let count = 0; count < 51; count++) await register(`Persona${count}`)
  const page = await panel.open('Registros')
  await page.getByText('1–50 de 51').waitFor()
  await page.getByRole('button', { name: 'Siguiente' }).click()
  await page.getByText('51–51 de 51').waitFor()
  await page.getByRole('button', { name: 'Eliminar a Persona0', exact: true }).click()
  await answer(page, 'Eliminar')
  await toast(page, 'Registro eliminado').waitFor()
  await row(page, 'Persona50').waitFor()
  expect(await page.getByRole('row').count()).toBe(51)
})

test.runIf(isFull)('a chart shows the number of registrations on each day, as bars and as text', async () => {
  await register('Ana')
  const days = [
    { day: '2025-11-01', count: 3 },
    { day: '2025-11-02', count: 0 },
    { day: '2025-11-03', count: 1 },
  ]
  const page = await panel.open('Registros', {
    prepare: (blank) => blank.route('**/api/registrations/days', (route) => route.fulfill({ json: days })),
  })
  await page.getByText('Máximo: 3 el 1 de noviembre').waitFor()
  await page.getByRole('img', { name: 'Registros por día: 1 de noviembre, 3; 2 de noviembre, 0; 3 de noviembre, 1' }).waitFor()
  expect(await page.locator('figure svg rect').evaluateAll((bars) => bars.map((bar) => bar.getAttribute('data-tip')))).toEqual([
    '1 de noviembre: 3',
    '2 de noviembre: 0',
    '3 de noviembre: 1',
  ])
})
