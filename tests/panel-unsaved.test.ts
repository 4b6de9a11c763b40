import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser } from './browser.ts'
import { field, openPanel, openTab, panel, publicPage, saveButton, sections, seeToast, unexpected } from './panel.ts'
import { admin, type Product, startProduct } from './product.ts'

let product: Product
let browser: Browser

beforeAll(async () => {
  product = await startProduct()
  browser = await launchBrowser()
})

afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

/** What somebody else saves meanwhile, from a session of their own. */
async function saveElsewhere(path: string, change: Record<string, string>): Promise<void> {
  const { page, context } = await openPanel(browser, product.origin, 'Hero')
  const status = await page.evaluate(
    async ([path, body]) => (await fetch(path, { method: 'PUT', headers: { 'Content-Type': 'application/json' }, body })).status,
    [path, JSON.stringify(change)] as const,
  )
  expect(status).toBe(200)
  await context.close()
}

async function read(path: string): Promise<Record<string, string>> {
  return (await fetch(product.origin + path)).json()
}

const marked = (page: Page, tab: string) => page.getByRole('tab', { name: `${tab} (cambios sin guardar)` })

test('what is typed in one tab is still there after a look at the others, and each tab says what it holds unsaved', async () => {
  const { page, complaints } = await openPanel(browser, product.origin, 'Hero')
  for (const { tab, field: label } of sections) {
    await openTab(page, tab)
    await field(page, label).fill(`Borrador de ${tab}`)
    await marked(page, tab).waitFor()
  }
  for (const { tab, field: label } of sections) {
    await openTab(page, tab)
    expect(await field(page, label).inputValue()).toBe(`Borrador de ${tab}`)
    await panel(page).getByText('Hay cambios sin guardar.').waitFor()
  }
  for (const { tab, success } of sections) {
    await openTab(page, tab)
    await saveButton(page).click()
    await seeToast(page, success)
    await marked(page, tab).waitFor({ state: 'detached' })
  }
  const html = await publicPage(product.origin)
  expect(sections.filter(({ tab }) => !html.includes(`Borrador de ${tab}`))).toEqual([])
  expect(complaints).toEqual([])
})

test('what is typed back to what is stored is no change, so that nobody is warned for nothing', async () => {
  const { page } = await openPanel(browser, product.origin, 'Segments')
  const stored = await field(page, 'Segmento 1').inputValue()
  await field(page, 'Segmento 1').fill('Otra cosa')
  await marked(page, 'Segments').waitFor()
  await field(page, 'Segmento 1').fill(stored)
  await marked(page, 'Segments').waitFor({ state: 'detached' })
})

test('leaving the page asks first while any tab holds changes, the ones out of sight included', async () => {
  const { page } = await openPanel(browser, product.origin, 'About')
  await field(page, 'Descripción 2').fill('Un borrador')
  await openTab(page, 'Segments')
  const question = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  expect((await question).type()).toBe('beforeunload')
  await (await question).dismiss()
  await openTab(page, 'About')
  expect(await field(page, 'Descripción 2').inputValue()).toBe('Un borrador')
})

test('leaving the page asks nothing once everything is saved', async () => {
  const { page } = await openPanel(browser, product.origin, 'About')
  await field(page, 'Descripción 2').fill('Un texto guardado')
  await saveButton(page).click()
  await seeToast(page, ['Éxito'])
  const closed = page.waitForEvent('close')
  await page.close({ runBeforeUnload: true })
  await closed
})

test.each(sections)(
  '$tab: a save that finds the session ended is sent after signing in again in place, with everything still there',
  async ({ tab, path, field: label, name, success }) => {
    const { page, context, complaints } = await openPanel(browser, product.origin, tab)
    await field(page, label).fill(`Después de la pausa: ${tab}`)
    await context.clearCookies()
    await saveButton(page).click()

    const dialog = page.getByRole('dialog', { name: 'Tu sesión terminó' })
    await dialog.waitFor()
    expect(await dialog.getByLabel('Email').inputValue()).toBe(admin.email)
    // The password has the focus: it is all that is missing.
    await page.keyboard.type('no es la contraseña')
    await page.keyboard.press('Enter')
    await dialog.getByText('Error de autenticación').waitFor()
    await dialog.getByText('Email o contraseña incorrectos').waitFor()
    await dialog.getByLabel('Contraseña').fill(admin.password)
    await dialog.getByRole('button', { name: 'Iniciar Sesión' }).click()

    await dialog.waitFor({ state: 'detached' })
    await seeToast(page, success)
    expect((await read(path))[name]).toBe(`Después de la pausa: ${tab}`)
    expect(unexpected(complaints)).toEqual([])
  },
)

test('whoever would rather not sign in again keeps what was typed and can save it later', async () => {
  const { page, context } = await openPanel(browser, product.origin, 'Benefits')
  await field(page, 'Título 3').fill('Para más tarde')
  await context.clearCookies()
  await saveButton(page).click()
  const dialog = page.getByRole('dialog', { name: 'Tu sesión terminó' })
  await dialog.waitFor()
  await page.keyboard.press('Escape')
  await seeToast(page, ['Error', 'Error al actualizar el contenido: HTTP error! status: 401'])
  expect(await field(page, 'Título 3').inputValue()).toBe('Para más tarde')
  await saveButton(page).click()
  await dialog.getByLabel('Contraseña').fill(admin.password)
  await dialog.getByRole('button', { name: 'Iniciar Sesión' }).click()
  await seeToast(page, ['Éxito'])
  expect((await read('/api/benefits')).benefit3Title).toBe('Para más tarde')
})

const overtaken = 'Alguien más guardó cambios mientras editabas.'

test.each(sections)(
  '$tab: a save over somebody else’s is refused and says so, and mine can be saved over it',
  async ({ tab, path, field: label, name, success }) => {
    const { page, complaints } = await openPanel(browser, product.origin, tab)
    await field(page, label).fill(`Lo mío en ${tab}`)
    await saveElsewhere(path, { [name]: `Lo de otra persona en ${tab}` })
    await saveButton(page).click()
    await panel(page).getByText(overtaken).waitFor()
    expect([(await read(path))[name], await field(page, label).inputValue()]).toEqual([
      `Lo de otra persona en ${tab}`,
      `Lo mío en ${tab}`,
    ])
    await panel(page).getByRole('button', { name: 'Guardar la mía encima' }).click()
    await seeToast(page, success)
    await panel(page).getByText(overtaken).waitFor({ state: 'detached' })
    expect((await read(path))[name]).toBe(`Lo mío en ${tab}`)
    expect(unexpected(complaints)).toEqual([])
  },
)

test.each(sections)(
  '$tab: somebody else’s version can be loaded instead, and is then the start of further changes',
  async ({ tab, path, field: label, name, success }) => {
    const { page } = await openPanel(browser, product.origin, tab)
    await field(page, label).fill(`Lo mío en ${tab}`)
    await saveElsewhere(path, { [name]: `La otra versión de ${tab}` })
    await saveButton(page).click()
    await panel(page).getByText(overtaken).waitFor()
    await panel(page).getByRole('button', { name: 'Descartar la mía y cargar la otra' }).click()
    await saveButton(page).waitFor()
    expect(await field(page, label).inputValue()).toBe(`La otra versión de ${tab}`)
    await marked(page, tab).waitFor({ state: 'detached' })
    await field(page, label).fill(`Encima de la otra: ${tab}`)
    await saveButton(page).click()
    await seeToast(page, success)
    expect((await read(path))[name]).toBe(`Encima de la otra: ${tab}`)
  },
)

test('a third version in the meantime asks again, because nobody has chosen to overwrite that one', async () => {
  const { page } = await openPanel(browser, product.origin, 'Segments')
  await field(page, 'Segmento 2').fill('Lo mío')
  await saveElsewhere('/api/segments', { segment2Title: 'Lo segundo' })
  await saveButton(page).click()
  const mine = panel(page).getByRole('button', { name: 'Guardar la mía encima' })
  await mine.waitFor()
  // Between reading the newest version and saving over it.
  await page.route('**/api/segments', async (route) => {
    if (route.request().method() !== 'PUT') return route.continue()
    await saveElsewhere('/api/segments', { segment2Title: 'Lo tercero' })
    await route.continue()
  })
  const refused = page.waitForResponse((response) => response.request().method() === 'PUT')
  await mine.click()
  expect((await refused).status()).toBe(409)
  await panel(page).getByText(overtaken).waitFor()
  expect([(await read('/api/segments')).segment2Title, await field(page, 'Segmento 2').inputValue()]).toEqual([
    'Lo tercero',
    'Lo mío',
  ])
})

test.each(['light', 'dark'] as const)(
  'the choice between two versions and the sign-in over the panel are open to everybody in %s',
  async (colorScheme) => {
    const { page, context } = await openPanel(browser, product.origin, 'About', { colorScheme })
    const faults = async () => (await new AxeBuilder({ page }).analyze()).violations.map(({ id, nodes }) => [id, nodes.length])
    await field(page, 'Descripción 1').fill('Lo mío')
    await saveElsewhere('/api/about', { description1: `Lo de otra persona, ${colorScheme}` })
    await saveButton(page).click()
    await panel(page).getByText(overtaken).waitFor()
    expect(await faults()).toEqual([])
    await context.clearCookies()
    await panel(page).getByRole('button', { name: 'Guardar la mía encima' }).click()
    await page.getByRole('dialog', { name: 'Tu sesión terminó' }).waitFor()
    expect(await faults()).toEqual([])
  },
)
