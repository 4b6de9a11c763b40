import { beforeEach, expect, test } from 'vitest'
import { frab, pretalx } from '../../api/import/testing.ts'
import { violations } from '../support/axe.ts'
import { isFull } from '../support/full.ts'
import { toast } from '../support/pages.ts'
import { dialog, startPanel } from '../support/panel.ts'
import { addSpeaker, clear } from '../support/panel-items.ts'

const panel = await startPanel()

beforeEach(() => clear(panel, '/api/agenda/events', '/api/agenda/scenarios', '/api/speakers'))

const file = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })

const titles = async () => (await panel.call<{ title: string }[]>('GET /api/agenda/events')).map(({ title }) => title)

test('imports a programme after a preview, and undoes the import with one click', async () => {
  await addSpeaker(panel, 'Zoila Caal')
  const page = await panel.open('Speakers')
  await page.getByRole('button', { name: 'Importar…' }).click()
  await dialog(page).getByLabel('Archivo del programa').setInputFiles(file('schedule.xml', frab()))
  await dialog(page).getByText('7 nuevas').waitFor({ timeout: 30_000 })
  expect(await violations(page)).toEqual([])
  expect(await titles()).toEqual([])
  await dialog(page)
    .getByRole('checkbox', { name: /^Nubes/ })
    .uncheck()
  await dialog(page).getByRole('button', { name: 'Importar 6 fichas' }).click()
  await toast(page, 'Se importaron 6 fichas').waitFor({ timeout: 30_000 })
  await page.getByRole('heading', { name: 'Beto Choc' }).waitFor()
  expect(await titles()).toEqual(['Redes que no duermen', 'Almuerzo'])

  await page.getByRole('button', { name: 'Deshacer' }).click()
  await toast(page, 'Cambio deshecho').waitFor()
  await page.getByRole('heading', { name: 'Beto Choc' }).waitFor({ state: 'detached' })
  await page.getByRole('heading', { name: 'Zoila Caal' }).waitFor()
  expect(await titles()).toEqual([])
})

test.runIf(isFull)('undoing an import also removes its photos that were fetched later', async () => {
  const speaker = await addSpeaker(panel, 'Zoila Caal')
  const page = await panel.open('Speakers')
  await page.getByRole('button', { name: 'Importar…' }).click()
  await dialog(page).getByLabel('Archivo del programa').setInputFiles(file('schedule.xml', frab()))
  await dialog(page).getByRole('button', { name: 'Importar 7 fichas' }).click({ timeout: 30_000 })
  await toast(page, 'Se importaron 7 fichas').waitFor({ timeout: 30_000 })
  const newest = async () => (await panel.call<{ revision: number }[]>('GET /api/history?limit=1'))[0]?.revision ?? 0
  const revision = await newest()
  // Stands in for a fetched photo. Real photos are tested in api/import/photos.test.ts.
  await panel.call(`PUT /api/speakers/${speaker.id}`, { image: '/foto.webp' })
  const photo = await newest()
  let last = { revision, newest: photo }
  await page.route('**/api/import/photos', (route) => route.fulfill({ json: { waiting: 0, done: 1, problems: [], last } }))
  await panel.call(`PUT /api/speakers/${speaker.id}`, { company: 'Otra' })
  await page.getByRole('button', { name: 'Deshacer' }).click()
  await toast(page, 'No se pudo deshacer').waitFor()
  expect(await titles()).toHaveLength(3)

  last = { revision, newest: await newest() }
  await page.getByRole('button', { name: 'Deshacer' }).click()
  await toast(page, 'Cambio deshecho').waitFor()
  expect(await titles()).toEqual([])
  expect(await panel.call('GET /api/speakers')).toMatchObject([{ name: 'Zoila Caal', image: '' }])
})

test.runIf(isFull)('the preview of an import marks changed words, and lists texts edited in the panel', async () => {
  const data = pretalx()
  const { rows } = await panel.call<{ rows: { id: string }[] }>('POST /api/import/preview', { source: 'pretalx', data })
  await panel.call('POST /api/import', { source: 'pretalx', data, accept: rows.map(({ id }) => id) })
  const [, nubes] = await panel.call<{ id: string }[]>('GET /api/agenda/events')
  await panel.call(`PUT /api/agenda/events/${nubes?.id}`, { title: 'Nubes bajas' })
  const page = await panel.open('Agenda', { viewport: { width: 360, height: 740 }, colorScheme: 'dark' })
  await page.getByRole('tab', { name: 'Eventos' }).click()
  await page.getByRole('button', { name: 'Importar…' }).click()
  const changed = pretalx({ title: 'Redes que duermen' })
  await dialog(page).getByLabel('Archivo del programa').setInputFiles(file('schedule.json', changed))
  await dialog(page).getByText('1 cambia, 1 se cambió aquí, 1 se queda fuera, 5 iguales').waitFor({ timeout: 30_000 })
  expect(await violations(page)).toEqual([])
  // Changes that need an answer are visible without scrolling.
  const top = async (text: string) => (await dialog(page).getByText(text).boundingBox())?.y ?? Number.NaN
  expect(await top('Se cambiaron aquí (1)')).toBeLessThan((await top('Cancelar')) - 44)
  const address = dialog(page).getByLabel('o pega una dirección')
  expect(await address.isVisible()).toBe(false)
  await dialog(page).getByText('Leer una dirección').click()
  await address.waitFor()
  await dialog(page).getByText('Se queda fuera: no está confirmada en su origen').waitFor()
  expect(await dialog(page).locator('del').allTextContents()).toEqual(expect.arrayContaining([expect.stringContaining('no')]))
  const edited = dialog(page).getByRole('checkbox', { name: /^Nubes/ })
  expect(await edited.isChecked()).toBe(false)
  await dialog(page).getByRole('button', { name: 'Importar 1 ficha' }).click()
  await toast(page, 'Se importó 1 ficha').waitFor({ timeout: 30_000 })
  expect(await titles()).toEqual(['Redes que duermen', 'Nubes bajas', 'Almuerzo'])
})

test.runIf(isFull)('to choose the title column, an import shows two values of each column', async () => {
  const page = await panel.open('Agenda', { viewport: { width: 768, height: 1000 } })
  await page.getByRole('tab', { name: 'Eventos' }).click()
  await page.getByRole('button', { name: 'Importar…' }).click()
  const data = 'Hora,Qué,Dónde\n9:00 - 9:40,Redes,Ceiba\n10:00 h,Nubes,Ceiba\n25:00,Gatos,Ceiba\n'
  await dialog(page).getByLabel('Archivo del programa').setInputFiles(file('agenda.csv', data))
  await dialog(page).getByText('Indica arriba cuál columna tiene el título de cada charla.').waitFor({ timeout: 30_000 })
  await dialog(page).getByText('Redes · Nubes').waitFor()
  expect(await violations(page)).toEqual([])
  await dialog(page).getByLabel('Qué').selectOption('Título')
  await dialog(page).getByText('2 nuevas, 1 se queda fuera').waitFor({ timeout: 30_000 })
  await dialog(page).getByText('Gatos · Evento · fila 4').waitFor()
  await dialog(page).getByText('«25:00» no se entiende como hora: escríbela como 09:00.').waitFor()
  await dialog(page).getByLabel('Dónde').selectOption('Escenario')
  await dialog(page).getByText('3 nuevas, 1 se queda fuera').waitFor({ timeout: 30_000 })
  await dialog(page).getByRole('button', { name: 'Importar 3 fichas' }).click()
  await toast(page, 'Se importaron 3 fichas').waitFor({ timeout: 30_000 })
  expect(await titles()).toEqual(['Redes', 'Nubes'])
})

test.runIf(isFull)('the preview of an import shows links of people that will not be imported', async () => {
  const page = await panel.open('Speakers', { viewport: { width: 360, height: 740 } })
  await page.getByRole('button', { name: 'Importar…' }).click()
  const links = [{ title: 'Blog', url: 'javascript:alert(1)' }]
  const data = JSON.stringify({ sessions: [], rooms: [], speakers: [{ id: 'a', fullName: 'דנה לוי', links }] })
  await dialog(page).getByLabel('Archivo del programa').setInputFiles(file('all.json', data))
  const left = 'Sin el enlace «javascript:alert(1)»: Escribe una dirección que empiece con https://'
  await dialog(page).getByText(left).waitFor({ timeout: 30_000 })
  const directionOf = (element: Element) => getComputedStyle(element).direction
  expect(await dialog(page).getByText('דנה לוי', { exact: true }).evaluate(directionOf)).toBe('rtl')
  await dialog(page).getByRole('button', { name: 'Importar 1 ficha' }).click()
  await toast(page, 'Se importó 1 ficha').waitFor({ timeout: 30_000 })
  await page.getByRole('button', { name: 'Editar דנה לוי' }).click()
  expect(await dialog(page).getByLabel('Nombre').first().evaluate(directionOf)).toBe('rtl')
})

test.runIf(isFull)('the preview of an import names a list that would become too long', async () => {
  const page = await panel.open('Speakers')
  await page.getByRole('button', { name: 'Importar…' }).click()
  const rooms = [...Array(41).keys()].map((at) => `Charla ${at},2027-03-05,9:00,Sala ${at}`)
  const data = ['Título,Día,Inicio,Sala', ...rooms].join('\n')
  await dialog(page).getByLabel('Archivo del programa').setInputFiles(file('agenda.csv', data))
  const message = dialog(page).getByRole('alert').getByText('41 escenarios; caben 40.')
  await message.waitFor({ timeout: 30_000 })
  expect(await dialog(page).getByRole('button', { name: 'Importar 82 fichas' }).isDisabled()).toBe(true)
  await dialog(page)
    .getByRole('checkbox', { name: /^Sala 40/ })
    .uncheck()
  await message.waitFor({ state: 'detached' })
  expect(await dialog(page).getByRole('button', { name: 'Importar 81 fichas' }).isDisabled()).toBe(false)
  const days = [...Array(15).keys()].map((at) => `Charla ${at},2027-03-${at + 10},9:00,Ceiba`)
  const long = ['Título,Día,Inicio,Sala', ...days].join('\n')
  await dialog(page).getByLabel('Archivo del programa').setInputFiles(file('dias.csv', long))
  const ofDays = dialog(page).getByRole('alert').getByText('15 días con eventos; caben 14. Desmarca lo que dejarás fuera.')
  await ofDays.waitFor({ timeout: 30_000 })
  expect(await dialog(page).getByRole('button', { name: 'Importar 16 fichas' }).isDisabled()).toBe(true)
  await dialog(page)
    .getByRole('checkbox', { name: /^Charla 14/ })
    .uncheck()
  await ofDays.waitFor({ state: 'detached' })
  expect(await dialog(page).getByRole('button', { name: 'Importar 15 fichas' }).isDisabled()).toBe(false)
})

test.runIf(isFull)('shows the reason for rejecting a programme file, and offers to choose another file', async () => {
  const page = await panel.open('Speakers')
  await page.getByRole('button', { name: 'Importar…' }).click()
  await dialog(page).getByLabel('Archivo del programa').setInputFiles(file('otra.json', '{"a":1}'))
  await dialog(page).getByRole('alert').getByText('No es un archivo de Sessionize').waitFor({ timeout: 30_000 })
  await dialog(page).getByLabel('Archivo del programa').setInputFiles(file('schedule.xml', frab()))
  await dialog(page).getByText('7 nuevas').waitFor({ timeout: 30_000 })
})

test.runIf(isFull)('shows the reason for rejecting the URL of an import, and keeps the typed URL', async () => {
  const page = await panel.open('Speakers', { viewport: { width: 360, height: 740 } })
  await page.getByRole('button', { name: 'Importar…' }).click()
  const address = dialog(page).getByLabel('o pega una dirección')
  await address.fill('https://localhost/schedule.xml')
  await address.press('Enter')
  await dialog(page).getByRole('alert').getByText('La dirección lleva a una red privada.').waitFor()
  expect([await address.inputValue(), await address.getAttribute('aria-invalid')]).toEqual([
    'https://localhost/schedule.xml',
    'true',
  ])
  expect(await violations(page)).toEqual([])
  // Stands in for a server on the internet. Fetching is tested in api/import/address.test.ts.
  await page.route('**/api/import/address', (route) => {
    expect(route.request().postDataJSON()).toEqual({ url: 'https://pretalx.com/conf/schedule/export/schedule.xml' })
    return route.fulfill({ body: frab(), contentType: 'application/octet-stream' })
  })
  await address.fill('https://pretalx.com/conf/schedule/export/schedule.xml')
  await dialog(page).getByRole('button', { name: 'Leer' }).click()
  await dialog(page).getByText('7 nuevas').waitFor({ timeout: 30_000 })
  await dialog(page).getByText('pretalx.com/conf/schedule/export/schedule.xml', { exact: true }).waitFor()
  const folded = dialog(page).locator('summary', { hasText: 'Leer una dirección' })
  await expect.poll(() => folded.evaluate((element) => element === document.activeElement)).toBe(true)
  await dialog(page).getByRole('button', { name: 'Importar 7 fichas' }).click()
  await toast(page, 'Se importaron 7 fichas').waitFor({ timeout: 30_000 })
  expect(await titles()).toHaveLength(3)
})
