import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { violations } from '../support/axe.ts'
import { openRegistration, seeToast } from '../support/pages.ts'
import { dialog, press, row, save, startPanel, tabpanel } from '../support/panel.ts'
import { clear } from '../support/panel-items.ts'

const panel = await startPanel()

type Question = { id: string; label: string }
type Person = { id: string; answers: Record<string, unknown> }

const people = () => panel.call<Person[]>('GET /api/registrations')
const add = (fields: object) => panel.call<Question>('POST /api/questions', fields)

beforeEach(async () => {
  for (const path of ['/api/registrations', '/api/questions']) await clear(panel, path)
})

const food = {
  label: '¿Qué comes?',
  kind: 'choice',
  options: ['De todo', 'Vegano'],
  purpose: 'Para el almuerzo.',
  isRequired: true,
}

test('a ready-made question can be answered with JavaScript disabled', async () => {
  const page = await panel.openForm('Formulario')
  await page.getByRole('button', { name: 'Alimentación' }).click()
  expect(await dialog(page).getByLabel('Respuestas').inputValue()).toContain('Vegano\nSin gluten')
  await dialog(page).getByRole('switch', { name: 'Obligatoria' }).check()
  expect(await violations(page)).toEqual([])
  await save(page)
  await seeToast(page, 'Campo creado exitosamente')
  await tabpanel(page).getByText('De todo · Vegetariano').waitFor()

  const visitor = await panel.visit({ javaScriptEnabled: false })
  await visitor.goto('/')
  const form = visitor.locator('#registro')
  await form.getByLabel('Nombre completo').fill('Ana Paz')
  await form.getByLabel('Email').fill('ana@ejemplo.gt')
  await form.getByLabel('Teléfono').fill('5555 1234')
  await form.getByLabel('¿Qué comes?').selectOption('Vegano')
  await form.getByRole('button', { name: 'Confirmar Registro' }).click()
  await visitor.getByText('¡Registro exitoso!').first().waitFor()
  expect(Object.values((await people())[0]?.answers ?? {})).toEqual(['Vegano'])
})

test('the registration dialog shows a dependent question after the answer that it depends on', async () => {
  const { id } = await add(food)
  const allergies = await add({
    label: '¿Alergias?',
    kind: 'choices',
    options: ['Maní', 'Soya'],
    isRequired: true,
    onlyIf: { question: id, is: 'Vegano' },
  })
  const page = await panel.visit()
  await page.goto('/')
  const form = await openRegistration(page, /^Registro/)
  await form.getByLabel('Nombre completo').fill('Ana Paz')
  await form.getByLabel('Email').fill('ana@ejemplo.gt')
  expect(await form.getByText('¿Alergias?').isVisible()).toBe(false)
  await form.getByLabel('¿Qué comes?').selectOption('Vegano')
  await form.getByText('¿Alergias?').waitFor()
  expect(await violations(page)).toEqual([])
  await form.getByRole('button', { name: 'Confirmar Registro' }).click()
  await form.getByText('Contesta esta pregunta').waitFor()
  await form.getByLabel('Maní').check()
  await form.getByLabel('Soya').check()
  await form.getByRole('button', { name: 'Confirmar Registro' }).click()
  await form.waitFor({ state: 'hidden' })
  expect((await people())[0]?.answers).toEqual({ [id]: 'Vegano', [allergies.id]: ['Maní', 'Soya'] })
})

test('staff filter people by an answer, change an answer and undo the change', async () => {
  const { id } = await add(food)
  await panel.call('POST /api/registrations', { name: 'Ana Paz', email: 'ana@ejemplo.gt', answers: { [id]: 'Vegano' } })
  await panel.call('POST /api/registrations', { name: 'Luis Poz', email: 'luis@ejemplo.gt', answers: { [id]: 'De todo' } })
  const page = await panel.open('Registros')
  await page.getByRole('combobox', { name: 'Respuesta' }).selectOption({ label: 'Vegano' })
  await row(page, 'Luis Poz').waitFor({ state: 'detached' })
  await press(page, 'Ver detalle de Ana Paz')
  await press(page, 'Editar')
  const form = page.getByRole('dialog', { name: 'Editar a Ana Paz' })
  await form.getByLabel('¿Qué comes?').selectOption('De todo')
  await form.getByRole('button', { name: 'Guardar', exact: true }).click()
  await form.waitFor({ state: 'detached' })
  await expect.poll(async () => (await people()).map(({ answers }) => answers[id])).toEqual(['De todo', 'De todo'])
  await page.getByRole('button', { name: 'Deshacer' }).click()
  await expect.poll(async () => (await people()).map(({ answers }) => answers[id]).toSorted()).toEqual(['De todo', 'Vegano'])
  await page.keyboard.press('Escape')
  await press(page, 'Más')
  await press(page, 'Respuestas')
  await dialog(page).getByRole('row', { name: 'Vegano 1' }).waitFor()
  expect(await violations(page)).toEqual([])
})

test('the printed answers have the numbers of all questions in one column', async () => {
  const meal = await add({ ...food, isRequired: false })
  const long = 'Sí, con transporte desde el parque central, de ida y de regreso por la noche'
  const bus = await add({ ...food, label: '¿Vienes en bus?', options: [long, 'No'] })
  for (const [name, answers] of [
    ['Ana', { [meal.id]: 'Vegano', [bus.id]: long }],
    ['Luis', { [meal.id]: 'De todo', [bus.id]: 'No' }],
  ] as const)
    await panel.call('POST /api/registrations', { name, email: `${name}@ejemplo.gt`, answers })
  const page = await panel.open('Registros', { prepare: (page) => page.addInitScript('window.print = () => {}') })
  await press(page, 'Más')
  await press(page, 'Respuestas')
  await press(page, 'Imprimir')
  const printed = page.locator('.printed-list')
  await printed.waitFor({ state: 'attached' })
  await page.setViewportSize({ width: 720, height: 1000 })
  await page.emulateMedia({ media: 'print' })
  await printed.getByText('Vegano').waitFor()
  if (process.env.SHOTS) await page.screenshot({ path: join(process.env.SHOTS, 'answers.png') })
  const ends = await printed.locator('td').evaluateAll((cells) =>
    cells.map((cell) => {
      const text = document.createRange()
      text.selectNodeContents(cell)
      return Math.round(text.getBoundingClientRect().right)
    }),
  )
  expect([ends.length, new Set(ends).size]).toEqual([6, 1])
  expect(await printed.evaluate((list) => list.scrollWidth <= document.documentElement.clientWidth)).toBe(true)
})

test('people answer questions on their own page without a script', async () => {
  await panel.call('POST /api/registrations', { name: 'Ana Paz', email: 'ana@ejemplo.gt' })
  const { id } = await add({ ...food, isRequired: false })
  const [ana] = await people()
  const { url } = await panel.call<{ url: string }>(`GET /api/registrations/${ana?.id}/link`)
  const page = await panel.visit({ javaScriptEnabled: false })
  await page.goto(`${new URL(url).pathname}#preguntas`)
  await page.getByLabel('¿Qué comes?').selectOption('Vegano')
  await page.getByRole('button', { name: 'Guardar mis respuestas' }).click()
  await page.getByText('Tus datos quedaron guardados.').waitFor()
  expect(await page.getByLabel('¿Qué comes?').inputValue()).toBe('Vegano')
  expect((await people())[0]?.answers).toEqual({ [id]: 'Vegano' })
})
