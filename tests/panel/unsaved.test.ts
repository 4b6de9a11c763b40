import { expect, test } from 'vitest'
import { isFull, some } from '../support/full.ts'
import { ownConnection, seeToast, signIn } from '../support/pages.ts'
import {
  answer,
  complaints,
  dialog,
  field,
  marked,
  openTab,
  question,
  saveButton,
  startPanel,
  tabpanel,
} from '../support/panel.ts'
import { sections } from '../support/section-tabs.ts'

const panel = await startPanel()

test('keeps typed text and marks the tab as unsaved while other tabs are open', async () => {
  const visited = some(sections, 2)
  const page = await panel.openForm('Hero')
  for (const { tab, field: label } of visited) {
    await openTab(page, tab)
    await field(page, label).fill(`Borrador de ${tab}`)
    await marked(page, tab).waitFor()
  }
  for (const { tab, field: label } of visited) {
    await openTab(page, tab)
    expect(await field(page, label).inputValue()).toBe(`Borrador de ${tab}`)
    await tabpanel(page).getByText('Hay cambios sin guardar.').waitFor()
  }
  for (const { tab, success } of visited) {
    await openTab(page, tab)
    await saveButton(page).click()
    await seeToast(page, ...success)
    await marked(page, tab).waitFor({ state: 'detached' })
  }
  const html = await panel.publicHtml()
  expect(visited.filter(({ tab }) => !html.includes(`Borrador de ${tab}`))).toEqual([])
  expect(complaints(page)).toEqual([])
})

test('clicking a tab shows the tab at once, before the next key press', async () => {
  const page = await panel.openForm('Hero')
  // A busy browser reports a changed address late. The tab must change at the click.
  const shown = await page.evaluate(async () => {
    const tab = [...document.querySelectorAll<HTMLElement>('[role="tab"]')].find((tab) => tab.textContent === 'Speakers')
    let isTold = false
    window.addEventListener('hashchange', () => (isTold = true), { once: true, capture: true })
    tab?.click()
    await Promise.resolve()
    return { isTold, tab: document.querySelector('[role="tab"][aria-selected="true"]')?.textContent }
  })
  expect(shown).toEqual({ isTold: false, tab: 'Speakers' })
  await page.goBack()
  await page.getByRole('tab', { name: 'Hero', selected: true }).waitFor()
  await page.goForward()
  await page.getByRole('tab', { name: 'Speakers', selected: true }).waitFor()
})

test.runIf(isFull)('a field typed back to its stored value counts as unchanged', async () => {
  const page = await panel.openForm('Segments')
  const stored = await field(page, 'Segmento 1').inputValue()
  await field(page, 'Segmento 1').fill('Otra cosa')
  await marked(page, 'Segments').waitFor()
  await field(page, 'Segmento 1').fill(stored)
  await marked(page, 'Segments').waitFor({ state: 'detached' })
})

test('the browser asks before closing the page with unsaved changes in any tab', async () => {
  const page = await panel.openForm('About')
  await field(page, 'Descripción 2').fill('Un borrador')
  await openTab(page, 'Segments')
  const question = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  expect((await question).type()).toBe('beforeunload')
  await (await question).dismiss()
  await openTab(page, 'About')
  expect(await field(page, 'Descripción 2').inputValue()).toBe('Un borrador')
})

test.runIf(isFull)('the browser does not ask before closing the page after everything was saved', async () => {
  const page = await panel.openForm('About')
  await field(page, 'Descripción 2').fill('Un texto guardado')
  await saveButton(page).click()
  await seeToast(page, 'Éxito')
  const closed = page.waitForEvent('close')
  await page.close({ runBeforeUnload: true })
  await closed
})

test.runIf(isFull)('asks once before a sign-out with unsaved changes', async () => {
  const page = await panel.visit()
  await signIn(page)
  await field(page, 'Subtítulo').fill('Sin guardar')
  await marked(page, 'Hero').waitFor()
  const nativeDialogs: string[] = []
  page.on('dialog', (native) => {
    nativeDialogs.push(native.type())
    return native.accept()
  })
  const text = '¿Cerrar la sesión?\n\nHay cambios sin guardar. Quedan en este dispositivo hasta que vuelvas a entrar.'
  const signOut = page.getByRole('button', { name: 'Cerrar Sesión' })
  await signOut.click()
  expect(await answer(page, 'Cancelar')).toBe(text)
  expect(await field(page, 'Subtítulo').inputValue()).toBe('Sin guardar')
  expect((await page.request.get('/api/users', { headers: ownConnection })).status()).toBe(200)
  await signOut.click()
  expect(await answer(page, 'Cerrar sesión')).toBe(text)
  await page.getByText('Has cerrado sesión correctamente').waitFor()
  expect(nativeDialogs).toEqual([])
})

test.runIf(isFull)('text typed during a save stays as an unsaved change', async () => {
  const page = await panel.openForm('Ajustes')
  const address = field(page, 'Dirección 1')
  await page.getByRole('button', { name: 'Agregar un enlace' }).click()
  await field(page, 'Enlace 1').fill('Mastodon')
  await address.fill('https://example.org/uno')
  const { promise: typed, resolve: answered } = Promise.withResolvers<void>()
  await page.route('**/api/event', async (route) => {
    if (route.request().method() === 'PUT') await typed
    return route.continue()
  })
  const sent = page.waitForRequest((request) => request.method() === 'PUT' && request.url().endsWith('/api/event'))
  await saveButton(page).click()
  await sent
  await address.fill('https://example.org/dos')
  await field(page, 'Organizador').fill('La comunidad')
  answered()
  await seeToast(page, 'Evento actualizado')
  expect([await address.inputValue(), await field(page, 'Organizador').inputValue()]).toEqual([
    'https://example.org/dos',
    'La comunidad',
  ])
  await marked(page, 'Ajustes').waitFor()
  await saveButton(page).click()
  await marked(page, 'Ajustes').waitFor({ state: 'detached' })
  const links = [{ label: 'Mastodon', url: 'https://example.org/dos' }]
  expect(await panel.call('GET /api/event')).toMatchObject({ links, organiser: 'La comunidad' })
})

test.runIf(isFull)('Back closes an open dialog, and asks first if text was typed', async () => {
  const page = await panel.openForm('Ajustes')
  const open = async () => {
    await page.getByRole('tab', { name: 'Ediciones' }).click()
    await page.getByRole('button', { name: 'Terminar esta edición' }).click()
    await dialog(page).getByLabel('Nombre').first().waitFor()
  }
  await open()
  await page.goBack()
  await dialog(page).waitFor({ state: 'detached' })
  await field(page, 'Organizador').click()

  await open()
  await dialog(page).getByLabel('Nombre').first().fill('Otra conferencia')
  await page.goBack()
  expect(await answer(page, 'Cancelar')).toBe('Hay cambios sin guardar. ¿Quieres descartarlos?')
  expect(await dialog(page).getByLabel('Nombre').first().inputValue()).toBe('Otra conferencia')
  await page.goBack()
  expect(await answer(page, 'Descartar cambios')).toBe('Hay cambios sin guardar. ¿Quieres descartarlos?')
  await dialog(page).waitFor({ state: 'detached' })
  expect(await question(page).count()).toBe(0)
  await openTab(page, 'Hero')
  await field(page, 'Ubicación').click()
})

test.runIf(isFull)('the end of a slow save does not reopen its dialog if the organiser left the tab', async () => {
  const page = await panel.openForm('Ajustes')
  await page.getByRole('tab', { name: 'Información', exact: true }).click()
  await tabpanel(page).getByRole('button', { name: 'Agregar Apartado' }).click()
  await dialog(page).getByLabel('Título').fill('Cómo llegar')
  await dialog(page).getByLabel('Texto', { exact: true }).fill('En bus.')
  const { promise: left, resolve: leave } = Promise.withResolvers<void>()
  await page.route('**/api/info', async (route) => {
    if (route.request().method() === 'POST') await left
    return route.continue()
  })
  const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/api/info'))
  await dialog(page)
    .getByRole('button', { name: /^Guardar y agregar/ })
    .click()
  await sent
  await page.goBack()
  await dialog(page).waitFor({ state: 'detached' })
  leave()
  await seeToast(page, 'Apartado creado exitosamente')
  await openTab(page, 'Hero')
  await field(page, 'Ubicación').click()
})
