import { expect, test } from 'vitest'
import { violations } from '../support/axe.ts'
import { isFull } from '../support/full.ts'
import { islandsReady, opener, seeToast } from '../support/pages.ts'
import { answer, complaints, field, saveButton, startPanel } from '../support/panel.ts'

const panel = await startPanel()

const register = (name: string) => panel.call('POST /api/registrations', { name, email: `${name}@ejemplo.gt` })

const pageSays = (text: string) => expect.poll(() => panel.publicHtml()).toContain(text)

test('when all seats set in the panel are taken, the form closes or offers the waiting list', async () => {
  const page = await panel.openForm('Ajustes')
  await page.getByRole('tab', { name: 'Cupo' }).click()
  await field(page, 'Número de lugares').fill('2')
  await saveButton(page).click()
  await seeToast(page, 'Cupo actualizado')
  expect(await violations(page)).toEqual([])
  expect(await panel.publicHtml()).not.toContain('lista de espera: si se libera')

  await register('ana')
  await register('eva')
  await pageSays('Los lugares están ocupados.')

  const visitor = await panel.visit()
  await visitor.goto('/')
  const form = visitor.locator('[data-registration-form]')
  for (const [name, value] of [
    ['name', 'Luz'],
    ['email', 'luz@ejemplo.gt'],
    ['phone', '5555'],
  ] as const) {
    await form.locator(`[name=${name}]`).fill(value)
  }
  await form.getByRole('button', { name: 'Entrar a la lista de espera' }).click()
  await visitor
    .getByText('quedas en la lista de espera, y si tu correo ya tenía lugar, lo conservas')
    .filter({ visible: true })
    .waitFor()

  await page.getByRole('tab', { name: 'Registros' }).click()
  await page.getByRole('combobox', { name: 'Estado' }).selectOption('waitlisted')
  for (const [label, count] of [
    ['Con lugar', '2'],
    ['En espera', '1'],
    ['Cancelados', '0'],
    ['Libres', '0'],
  ] as const)
    await page.locator('dl > div', { hasText: label }).first().getByText(count, { exact: true }).waitFor()
  await page.getByRole('cell', { name: 'Luz' }).first().waitFor()

  await opener(page, 'Ajustes').click()
  await page.getByRole('tab', { name: 'Cupo' }).click()
  await field(page, 'Cierra').fill('2025-01-02T08:00')
  await saveButton(page).click()
  await seeToast(page, 'Cupo actualizado')
  expect(await panel.call('GET /api/places')).toMatchObject({ capacity: 2, closesAt: '2025-01-02T14:00:00.000Z' })
  await pageSays('El registro ya cerró.')
  await visitor.goto('/')
  await visitor.getByText('El registro ya cerró.').waitFor()
  expect(await form.count()).toBe(0)
  await islandsReady(visitor)
  // The links lead to the text that says why registration is closed, and open no form.
  await visitor.getByRole('link', { name: 'Regístrate' }).first().click()
  expect(await visitor.getByRole('dialog').count()).toBe(0)
  expect([...complaints(page), ...complaints(visitor)]).toEqual([])
})

test.runIf(isFull)('the settings for asking people to confirm are collapsed until they are in use', async () => {
  const page = await panel.openForm('Ajustes')
  await page.getByRole('tab', { name: 'Cupo' }).click()
  expect(await field(page, 'Preguntar tantos días antes').isVisible()).toBe(false)
  await page.getByText('Preguntar quién viene', { exact: true }).click()
  await field(page, 'Horas antes para liberar los lugares sin respuesta').fill('24')
  await saveButton(page).click()
  await page.getByText('Escribe un día que deje al menos 12 horas para contestar').waitFor()
  await field(page, 'Preguntar tantos días antes').fill('7, 2')
  await saveButton(page).click()
  await seeToast(page, 'Cupo actualizado')
  expect(await violations(page)).toEqual([])
  expect(await panel.call('GET /api/places')).toMatchObject({ askDays: [7, 2], confirmBy: 24 })
  await page.reload()
  await page.getByRole('tab', { name: 'Cupo' }).click()
  await field(page, 'Preguntar tantos días antes').waitFor()
})

test.runIf(isFull)('the link of a partner gives seats in a full conference until an organiser ends it', async () => {
  await panel.call('PUT /api/places', { capacity: 5, closesAt: '' })
  const page = await panel.openForm('Ajustes')
  await page.getByRole('tab', { name: 'Cupo' }).click()
  const open = page.getByRole('button', { name: 'Apartar lugares…' })
  expect(await open.isVisible()).toBe(false)
  await page.getByText('Lugares por enlace', { exact: true }).click()
  await open.click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Para quién').fill('Universidad de San Carlos')
  await dialog.getByLabel('Lugares').fill('9')
  await dialog.getByLabel('Hasta cuándo').fill('2098-03-04T18:00')
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await dialog.getByText(/Como máximo \d: no hay más lugares libres/).waitFor()
  await dialog.getByLabel('Lugares').fill('1')
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await seeToast(page, 'Lugares apartados')
  await page.getByText('0 de 1 lugar usado. Hasta el 4 de marzo de 2098').waitFor()
  expect(await violations(page)).toEqual([])
  await panel.call('PUT /api/places', { capacity: 0 })

  const [link] = await panel.call<{ url: string }[]>('GET /api/place-links')
  const visitor = await panel.visit({ javaScriptEnabled: false })
  await visitor.goto(new URL(link?.url ?? '').pathname)
  await visitor.getByRole('heading', { name: 'Hay un lugar apartado para ti' }).waitFor()
  for (const [label, value] of [
    ['Nombre completo', 'Sol'],
    ['Email', 'sol@ejemplo.gt'],
    ['Teléfono', '5555'],
  ] as const)
    await visitor.getByLabel(label).fill(value)
  await visitor.getByRole('button', { name: 'Confirmar Registro' }).click()
  await visitor.getByText('¡Registro exitoso!').waitFor()
  await visitor.goto(new URL(link?.url ?? '').pathname)
  await visitor.getByRole('heading', { name: 'Los lugares de este enlace ya se ocuparon' }).waitFor()

  await page.reload()
  await page.getByRole('tab', { name: 'Cupo' }).click()
  await page.getByText('1 de 1 lugar usado.').waitFor()
  await page.getByRole('button', { name: 'Renovar' }).click()
  await answer(page, 'Renovar')
  await seeToast(page, 'Enlace renovado')
  await page.getByRole('button', { name: 'Terminar' }).click()
  await answer(page, 'Terminar')
  await seeToast(page, 'Enlace terminado')
  const ended = await fetch(link?.url ?? '')
  expect([ended.status, await ended.text()]).toEqual([404, expect.stringContaining('Este enlace ya no sirve')])
  await page.getByText(/^1 de 1 lugar usado\. Terminado el \d+ de .+ a las \d\d:\d\d\.$/).waitFor()
  await page.getByRole('button', { name: 'Quitar' }).click()
  await answer(page, 'Quitar')
  await seeToast(page, 'Enlace quitado')
  expect(await panel.call('GET /api/place-links')).toEqual([])
})

test.runIf(isFull)('when a link expires, its unused seats go to the waiting list without a click', async () => {
  await panel.call('PUT /api/places', { capacity: 1000, waitlist: true, closesAt: '' })
  const seated = await panel.call<object[]>('GET /api/registrations?status=registered')
  await panel.call('PUT /api/places', { capacity: seated.length + 1 })
  const until = new Date(Date.now() + 3_000).toISOString()
  await panel.call('POST /api/place-links', { label: 'USAC', places: 1, until })
  await register('paz')
  const statusOfPaz = async () => (await panel.call<{ status: string }[]>('GET /api/registrations?search=paz'))[0]?.status
  expect(await statusOfPaz()).toBe('waitlisted')
  await expect.poll(statusOfPaz, { timeout: 15_000 }).toBe('registered')
  const page = await panel.openForm('Ajustes')
  await page.getByRole('tab', { name: 'Cupo' }).click()
  await page.getByText(/^0 de 1 lugar usado\. Venció el .+, 1 lugar volvió\.$/).waitFor()
})

test('a closed group of the tab Cupo is not higher than its title', async () => {
  const page = await panel.openForm('Ajustes')
  await page.getByRole('tab', { name: 'Cupo' }).click()
  const group = page.locator('details', { hasText: 'Pasar el lugar a otra persona' })
  const above = await group.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect()
    const title = element.firstElementChild?.getBoundingClientRect() ?? new DOMRect()
    return { above: Math.round(title.top - top), below: Math.round(bottom - title.bottom) }
  })
  expect(above.below).toBe(above.above)
})
