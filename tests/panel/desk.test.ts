import type { Page } from 'playwright-core'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { isFull } from '../support/full.ts'
import { opener, toast } from '../support/pages.ts'
import { answer, dialog, press, row, save, startPanel } from '../support/panel.ts'
import { clear } from '../support/panel-items.ts'

const panel = await startPanel()

type Person = { id: string; name: string; isConfirmed: boolean; status: string }

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }
const people = () => panel.call<Person[]>('GET /api/registrations')
const register = (name: string, fields: object = {}) =>
  panel.call('POST /api/registrations', {
    name,
    email: `${name.toLowerCase().replaceAll(' ', '.').replace('ó', 'o')}@ejemplo.gt`,
    ...fields,
  })

beforeEach(() => clear(panel, '/api/registrations'))

test('organisers add, correct, cancel and restore a person on a phone', async () => {
  await register('Berta Cumes', { phone: '5555 1234', comments: 'Llego en silla de ruedas', acceptsMarketing: true })
  const page = await panel.open('Registros', phone)
  await press(page, 'Agregar a mano')
  await dialog(page).getByLabel('Nombre').fill('Berta otra vez')
  await dialog(page).getByLabel('Email').fill('berta.cumes@ejemplo.gt')
  await save(page)
  await toast(page, 'Otro registro ya tiene este correo.').waitFor()
  await dialog(page).getByLabel('Nombre').fill('Ana López')
  await dialog(page).getByLabel('Email').fill('ana@ejemplo.gt')
  await dialog(page).getByLabel('Notas').fill('La invitó la rectora')
  await save(page)
  await toast(page, 'Ana López tiene lugar.').waitFor()
  await page.getByRole('searchbox').fill('berta')
  await row(page, 'Ana López').waitFor({ state: 'detached' })
  await press(page, 'Ver detalle de Berta Cumes')
  await dialog(page).getByText('Llego en silla de ruedas').waitFor()
  const links = ['Correo a Berta Cumes', 'Llamar a Berta Cumes', 'WhatsApp a Berta Cumes'].map((name) =>
    page.getByRole('link', { name }).getAttribute('href'),
  )
  expect(await Promise.all(links)).toEqual(['mailto:berta.cumes%40ejemplo.gt', 'tel:55551234', 'https://wa.me/50255551234'])

  await press(page, 'Editar')
  const form = page.getByRole('dialog', { name: 'Editar a Berta Cumes' })
  await form.getByRole('button', { name: 'Guardar', exact: true }).click()
  await toast(page, 'Registro actualizado').waitFor()
  await form.waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')
  await press(page, 'Ver detalle de Berta Cumes')
  await press(page, 'Editar')
  await form.getByLabel('Email').fill('ana@ejemplo.gt')
  await form.getByRole('button', { name: 'Guardar', exact: true }).click()
  await toast(page, 'Otro registro ya tiene este correo.').waitFor()
  await form.getByLabel('Email').fill('berta@ejemplo.gt')
  await form.getByLabel('Notas').fill('Pidió certificado')
  await form.getByRole('button', { name: 'Guardar', exact: true }).click()
  await form.waitFor({ state: 'detached' })
  await dialog(page).getByText('Pidió certificado').waitFor()
  const back = page.locator('.toast-area').getByRole('button', { name: 'Deshacer' })
  await back.waitFor()
  // After this save, the toast offers no undo, because only the person may give a consent again.
  await press(page, 'Editar')
  // Uses the keyboard, because the toast of the first save may cover the box.
  await form.getByLabel('Marketing').press('Space')
  await form.getByRole('button', { name: 'Guardar', exact: true }).click()
  await form.waitFor({ state: 'detached' })
  await back.waitFor({ state: 'detached' })

  await press(page, 'Cancelar registro')
  expect(await answer(page, 'Cancelar registro')).toContain('Berta Cumes (berta@ejemplo.gt)')
  await toast(page, 'Berta Cumes ya no viene.').waitFor()
  await press(page, 'Reactivar registro')
  await toast(page, 'Berta Cumes tiene su lugar otra vez.').waitFor()
  await page.getByText('Sus datos personales').click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Descargar todos sus datos' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^datos_personales_.*\.json$/)
})

test.runIf(isFull)('adding a person with a registered e-mail offers to open that registration', async () => {
  await register('Berta')
  const page = await panel.open('Registros')
  await press(page, 'Agregar a mano')
  await dialog(page).getByLabel('Nombre').fill('Berta')
  await dialog(page).getByLabel('Email').fill('berta@ejemplo.gt')
  await save(page)
  await page.getByRole('button', { name: 'Ver ese registro' }).click()
  await page.getByRole('dialog', { name: 'Detalle del Registro' }).getByText('berta@ejemplo.gt').waitFor()
})

test.runIf(isFull)('confirms all filtered people after one question, and can undo the confirmations', async () => {
  for (let count = 0; count < 52; count++) await register(`Persona ${count}`)
  const confirmed = (await people()).slice(0, 2)
  await panel.call('POST /api/registrations/confirm', { ids: confirmed.map(({ id }) => id), isConfirmed: true })
  const page = await panel.open('Registros')
  await press(page, 'Elegir varios')
  await page.getByRole('checkbox', { name: 'Elegir a Persona 5', exact: true }).check()
  await page.getByText('1 elegido', { exact: true }).waitFor()
  await press(page, 'Confirmar')
  expect(await answer(page, 'Cancelar')).toBe('¿Confirmar a Persona 5?')
  await press(page, 'Elegir los 52 de la lista')
  await page.getByText('52 elegidos').waitFor()
  await press(page, 'Confirmar')
  expect(await answer(page, 'Confirmar')).toBe('¿Confirmar a 50 personas?\n\n2 ya están así o sin lugar, y no cambian.')
  await toast(page, '50 personas: confirmadas.').waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Elegir varios')
  expect((await people()).filter(({ isConfirmed }) => isConfirmed).length).toBe(52)
  // After a failed undo, the toast says so and offers it again.
  await page.route('**/api/registrations/confirm', (route) => route.abort(), { times: 1 })
  await press(page, 'Deshacer')
  await toast(page, 'No se pudo deshacer').waitFor()
  await press(page, 'Deshacer')
  await toast(page, 'Cambio deshecho').waitFor()
  expect((await people()).filter(({ isConfirmed }) => isConfirmed)).toEqual(
    confirmed.map((person) => ({ ...person, isConfirmed: true })),
  )
})

test('confirming selected people leaves out and names people who have lost their seat', async () => {
  for (const name of ['Ana', 'Eva', 'Luz']) await register(name)
  const page = await panel.open('Registros')
  await press(page, 'Elegir varios')
  await press(page, 'Elegir los 3 de la lista')
  const [eva] = await panel.call<Person[]>('GET /api/registrations?search=eva')
  // Eva cancels her registration while the panel still shows the selection.
  await panel.call(`PUT /api/registrations/${eva?.id}`, { status: 'cancelled' })
  for (const said of ['Fuera de la selección: Eva.', /: confirmados\.$/]) {
    await press(page, 'Confirmar')
    await answer(page, 'Confirmar')
    await page.locator('.toast-area').getByText(said).waitFor()
  }
})

test.runIf(isFull)('if a person is waiting, offers to give a seat instead of confirming the person', async () => {
  await panel.call('PUT /api/places', { capacity: 1 })
  onTestFinished(async () => void (await panel.call('PUT /api/places', { capacity: null })))
  await register('Ana')
  await register('Eva')
  const page = await panel.open('Registros')
  await row(page, 'Eva').getByText('En espera').waitFor()
  expect(await page.getByRole('button', { name: 'Confirmar a Eva' }).count()).toBe(0)
  await press(page, 'Dar lugar a Eva')
  expect(await answer(page, 'Dar lugar')).toBe('¿Darle de todos modos un lugar a Eva?\n\nEl cupo está lleno.')
  await toast(page, 'Ya tiene lugar').waitFor()
  await press(page, 'Confirmar a Eva')
  await toast(page, 'Eva: confirmado.').waitFor()
  expect((await people()).map(({ status }) => status)).toEqual(['registered', 'registered'])
})

test.runIf(isFull)('registrations can be sorted, downloaded as a workbook and merged', async () => {
  await register('Ana López', { company: 'Quetzanube' })
  const page = await panel.open('Registros')
  await row(page, 'Ana López').waitFor()
  await register('Lopez Ana', { phone: '5555 1234', company: 'Otra' })
  await press(page, 'Más')
  await press(page, 'Posibles repetidos')
  await page.getByText('Tienen el mismo nombre.').waitFor()
  await press(page, 'Cerrar ventana')
  await page.reload()
  const first = () => page.getByRole('row').nth(1).textContent()
  await expect.poll(first).toContain('Lopez Ana')
  await press(page, 'Nombre')
  await expect.poll(first).toContain('Ana López')
  await press(page, 'Nombre')
  await expect.poll(first).toContain('Lopez Ana')
  expect(await page.getByRole('columnheader', { name: 'Nombre' }).getAttribute('aria-sort')).toBe('descending')
  await press(page, 'Descargar')
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Exportar Excel' }).click()])
  expect(file.suggestedFilename()).toMatch(/^registros_conferencia_.*\.xlsx$/)
  await press(page, 'Más')
  await press(page, 'Posibles repetidos (1)')
  await page.getByText('Tienen el mismo nombre.').waitFor()
  await page.getByRole('button', { name: /^Son dos personas/ }).click()
  await dialog(page).getByText('Nadie parece estar dos veces.').waitFor()
  await press(page, 'Deshacer')
  await page.getByRole('button', { name: /^Comparar a/ }).click()
  const compare = page.getByRole('dialog', { name: '¿Son la misma persona?' })
  // Closing the dialog keeps the pair in the list. Only the answer that they are two people removes it.
  for (const way of ['Escape', 'Cerrar ventana', 'No son la misma']) {
    if (way === 'Escape') await page.keyboard.press(way)
    else await compare.getByRole('button', { name: way }).click()
    await compare.waitFor({ state: 'detached' })
    if (way === 'No son la misma') {
      await dialog(page).getByText('Nadie parece estar dos veces.').waitFor()
      await press(page, 'Deshacer')
    }
    await page.getByRole('button', { name: /^Comparar a/ }).click()
  }
  expect(await compare.getByRole('radio', { name: '5555 1234' }).isChecked()).toBe(true)
  expect(await compare.getByRole('radio', { name: 'ana.lopez@ejemplo.gt' }).isChecked()).toBe(true)
  await compare.getByRole('radio', { name: 'Otra' }).check()
  await compare.getByRole('button', { name: 'Unir' }).click()
  await toast(page, 'Ana López está una sola vez. El otro queda en la papelera.').waitFor()
  await press(page, 'Deshacer')
  await toast(page, 'Cambio deshecho').waitFor()
  expect(await people()).toMatchObject([
    { name: 'Lopez Ana', company: 'Otra', phone: '5555 1234' },
    { name: 'Ana López', company: 'Quetzanube', phone: '' },
  ])
  await page.getByRole('button', { name: /^Comparar a/ }).click()
  await compare.getByRole('radio', { name: 'Otra' }).check()
  await compare.getByRole('button', { name: 'Unir' }).click()
  await toast(page, 'Ana López está una sola vez. El otro queda en la papelera.').waitFor()
  await dialog(page).getByText('Nadie parece estar dos veces.').waitFor()
  expect(await people()).toMatchObject([{ name: 'Ana López', company: 'Otra', phone: '5555 1234' }])
})

test.each([
  { older: 'ana@gmial.com', newer: 'ana@gmail.com', kept: 'ana@gmail.com' },
  { older: 'ana@gmail.com', newer: 'ana@gmial.com', kept: 'ana@gmail.com' },
  { older: 'ana@gmial.com', newer: 'ana@gmaill.com', kept: 'ana@gmial.com' },
])('a merge of $older and $newer suggests to keep $kept', async ({ older, newer, kept }) => {
  await register('Ana López', { email: older })
  await register('López Ana', { email: newer })
  const page = await panel.open('Registros')
  await press(page, 'Más')
  await press(page, 'Posibles repetidos (1)')
  await page.getByRole('button', { name: /^Comparar a/ }).click()
  await expect.poll(() => page.getByRole('radio', { name: kept }).isChecked()).toBe(true)
})

test.runIf(isFull)('the button for possible duplicate registrations shows "200 or more" for 200 pairs', async () => {
  const of = (id: string) => ({ id, name: id, email: `${id}@ejemplo.gt` })
  const pairs = Array.from({ length: 200 }, (_, pair) => ({ a: of(`ana${pair}`), b: of(`anna${pair}`), why: ['phone'] }))
  const prepare = (page: Page) => page.route('**/api/registrations/similar', (route) => route.fulfill({ json: pairs }))
  const page = await panel.open('Registros', { prepare })
  await press(page, 'Más')
  await press(page, 'Posibles repetidos (200 o más)')
  await dialog(page).getByText('Se muestran los 200 más parecidos.').waitFor()
  pairs.pop()
  await page.reload()
  await press(page, 'Más')
  await press(page, 'Posibles repetidos (199)')
  await dialog(page)
    .getByRole('button', { name: /^Comparar a/ })
    .last()
    .waitFor()
  expect(await dialog(page).getByText('más parecidos').count()).toBe(0)
})

test.runIf(isFull)('a double click on the button to confirm a person confirms the person once', async () => {
  await register('Ana')
  const page = await panel.open('Registros')
  const sent: unknown[] = []
  page.on('request', (request) => request.method() === 'PUT' && sent.push(request.postDataJSON()))
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  async function clickTwice(name: string, nameAfter: string): Promise<void> {
    await button(name).hover()
    await page.mouse.down()
    await page.mouse.up()
    await button(nameAfter).and(page.locator(':enabled')).waitFor()
    await page.mouse.down({ clickCount: 2 })
    await page.mouse.up({ clickCount: 2 })
  }
  await clickTwice('Confirmar a Ana', 'Marcar como pendiente a Ana')
  await press(page, 'Marcar como pendiente a Ana')
  await button('Confirmar a Ana').waitFor()
  await press(page, 'Ver detalle de Ana')
  await clickTwice('Confirmar', 'Marcar como pendiente')
  await press(page, 'Marcar como pendiente')
  await button('Confirmar').waitFor()
  expect(sent).toEqual([true, false, true, false].map((isConfirmed) => ({ isConfirmed })))
})

test.runIf(isFull)('on days of the event, the open list shows a new registration without a reload', async () => {
  const { eventDate } = await panel.call<{ eventDate: string }>('GET /api/hero')
  onTestFinished(async () => {
    await panel.call('PUT /api/hero', { eventDate })
  })
  await panel.call('PUT /api/hero', { eventDate: new Date().toISOString() })
  await register('Ana López')
  const page = await panel.open('Registros')
  await row(page, 'Ana López').waitFor()
  await register('Eva Luz')
  await row(page, 'Eva Luz').waitFor()
  await page.locator('dl > div', { hasText: 'Total Registros' }).getByText('2', { exact: true }).waitFor()
})

test.runIf(isFull)('selects all people of the list with a few keys, and prints only the list', async () => {
  for (let count = 0; count < 53; count++) await register(`Persona ${count}`)
  const page = await panel.open('Registros', { prepare: (page) => page.addInitScript('window.print = () => {}') })
  await press(page, 'Elegir varios')
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '')
  const reach = async (name: string) => {
    for (let keys = 1; keys <= 12; keys++) {
      await page.keyboard.press('Tab')
      if ((await focused()) === name) return keys
    }
    return null
  }
  expect(await reach('Elegir los 53 de la lista')).not.toBeNull()
  await page.keyboard.press('Enter')
  await page.getByText('53 elegidos').waitFor()
  await press(page, 'Terminar')
  await page.keyboard.press('Control+p')
  const printed = page.locator('.printed-list')
  await expect.poll(() => printed.locator('tbody tr').count()).toBe(53)
  expect(await printed.isVisible()).toBe(false)
  await page.emulateMedia({ media: 'print' })
  expect([await printed.isVisible(), await page.getByRole('searchbox').isVisible()]).toEqual([true, false])
  await page.emulateMedia({ media: 'screen' })
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  await printed.waitFor({ state: 'detached' })
})

test.runIf(isFull)('on a phone, the tab Registros is one tap away from every other tab', async () => {
  const page = await panel.open('Registros', phone)
  for (const tab of ['Hero', 'Ajustes']) {
    await opener(page, tab).click()
    const box = await page.getByRole('tab', { name: 'Registros', exact: true }).boundingBox()
    expect([tab, (box?.x ?? -1) >= 0, (box?.x ?? 0) + (box?.width ?? 999) <= 360, (box?.y ?? -1) >= 0]).toEqual([
      tab,
      true,
      true,
      true,
    ])
  }
})
