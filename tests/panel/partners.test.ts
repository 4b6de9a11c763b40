import { beforeEach, expect, test } from 'vitest'
import { isFull } from '../support/full.ts'
import { toast } from '../support/pages.ts'
import { answer, dialog, failing, names, save, startPanel } from '../support/panel.ts'
import { clear } from '../support/panel-items.ts'

const panel = await startPanel()
const add = (name: string, fields: object = {}) => panel.call('POST /api/partners', { name, ...fields })

beforeEach(() => clear(panel, '/api/partners'))

test('creates, edits and deletes a partner with toasts, and publishes each change', async () => {
  const page = await panel.open('Partners')
  await page.getByText('No hay partners agregados aún').waitFor()
  await page.getByRole('heading', { name: 'Partners (0)' }).waitFor()

  await page.getByRole('button', { name: 'Agregar Partner' }).click()
  await page.getByRole('dialog', { name: 'Agregar Partner' }).waitFor()
  await save(page)
  await dialog(page).getByText('Nombre requerido').waitFor()
  await dialog(page).getByLabel('Nombre').fill('Banco Maya')
  expect(await dialog(page).getByLabel('Tipo').inputValue()).toBe('patrocinador')
  await dialog(page).getByLabel('Sitio web').fill('https://banco.example')
  await dialog(page).getByText('Máximo 200×100 px, recomendado 180×80 px.').waitFor()
  await save(page)
  await toast(page, 'Partner creado exitosamente').waitFor()
  await page.getByRole('heading', { name: 'Partners (1)' }).waitFor()
  const sponsors = page.getByRole('region', { name: 'Patrocinadores' })
  await sponsors.getByText('Patrocinador', { exact: true }).waitFor()
  await sponsors.getByRole('img', { name: 'Sin logo' }).waitFor()
  await sponsors.getByText('Orden: 0').waitFor()
  const link = sponsors.getByRole('link', { name: 'Sitio web' })
  expect([await link.getAttribute('href'), await link.getAttribute('target')]).toEqual(['https://banco.example', '_blank'])
  await (await panel.publicPage()).locator('#patrocinadores').getByText('Banco Maya').waitFor()

  await page.getByRole('button', { name: 'Editar Banco Maya' }).click()
  await page.getByRole('dialog', { name: 'Editar Partner' }).waitFor()
  await dialog(page).getByLabel('Tipo').selectOption('Aliado')
  await dialog(page).getByLabel('Nivel').selectOption('Principal')
  await dialog(page).getByLabel('Logo').fill('/favicon.svg')
  await save(page)
  await toast(page, 'Partner actualizado exitosamente').waitFor()
  const allies = page.getByRole('region', { name: 'Aliados' })
  await allies.getByText('Aliado', { exact: true }).waitFor()
  await allies.getByText('Principal', { exact: true }).waitFor()
  await (await panel.publicPage()).locator('#aliados').getByRole('img', { name: 'Banco Maya' }).waitFor()

  await page.getByRole('button', { name: 'Eliminar Banco Maya' }).click()
  expect(await answer(page, 'Cancelar')).toContain('¿Estás seguro de que quieres eliminar este partner?')
  await allies.getByRole('heading', { name: 'Banco Maya' }).waitFor()
  await page.getByRole('button', { name: 'Eliminar Banco Maya' }).click()
  await answer(page, 'Eliminar')
  await toast(page, 'Partner eliminado exitosamente').waitFor()
  await page.getByText('No hay partners agregados aún').waitFor()
})

test.runIf(isFull)('shows partners in the columns and order of the public page, main partners first', async () => {
  await add('Segundo', { displayOrder: 1 })
  await add('Primero', { tier: 'main', displayOrder: 9 })
  await add('Comunidad', { category: 'aliado' })
  const page = await panel.open('Partners', { viewport: { width: 1280, height: 900 } })
  await page.getByRole('heading', { name: 'Partners (3)' }).waitFor()
  expect(await names(page, 4)).toEqual(['Primero', 'Segundo', 'Comunidad'])
  const columns = (name: string) =>
    page
      .getByRole('region', { name })
      .getByRole('list')
      .evaluate((list) => getComputedStyle(list).gridTemplateColumns.split(' ').length)
  expect([await columns('Patrocinadores'), await columns('Aliados')]).toEqual([3, 4])
})

test.runIf(isFull)('a sponsor’s badge is blue and an ally’s badge is green', async () => {
  await add('Banco')
  await add('Comunidad', { category: 'aliado' })
  const page = await panel.open('Partners')
  const color = async (text: string) => {
    const badge = page.getByText(text, { exact: true })
    const [red = 0, green = 0, blue = 0] = await badge.evaluate((element) =>
      (getComputedStyle(element).backgroundColor.match(/\d+/g) ?? []).map(Number),
    )
    return Object.entries({ red, green, blue }).toSorted((a, b) => b[1] - a[1])[0]?.[0]
  }
  expect([await color('Patrocinador'), await color('Aliado')]).toEqual(['blue', 'green'])
})

test.runIf(isFull)('reorders partners by keyboard within their group and level', async () => {
  for (const name of ['Uno', 'Dos', 'Tres']) await add(name)
  await add('Grande', { tier: 'main' })
  const page = await panel.open('Partners')
  await page.getByRole('button', { name: 'Subir Tres' }).press('Enter')
  await toast(page, 'Tres: lugar 2 de 3.').waitFor()
  expect(await names(page, 4)).toEqual(['Grande', 'Uno', 'Tres', 'Dos'])
  const cards = (await panel.publicPage()).locator('#patrocinadores .partner')
  expect((await cards.allTextContents()).map((text) => text.trim())).toEqual(['Grande', 'Uno', 'Tres', 'Dos'])
})

test.runIf(isFull)('reports a failed creation, change or deletion of a partner, and keeps the typed text', async () => {
  await add('Banco')
  const page = await panel.open('Partners', {
    prepare: async (blank) => {
      await failing(blank, '/api/partners', 'POST')
      await failing(blank, '/api/partners/*', 'PUT', 'DELETE')
    },
  })
  for (const [button, verb] of [
    ['Agregar Partner', 'crear'],
    ['Editar Banco', 'actualizar'],
  ] as const) {
    await page.getByRole('button', { name: button }).click()
    await dialog(page).getByLabel('Nombre').fill('Lo que escribí')
    await save(page)
    await toast(page, `Error al ${verb}`).waitFor()
    await toast(page, `Hubo un problema al ${verb} el partner.`).waitFor()
    expect(await dialog(page).getByLabel('Nombre').inputValue()).toBe('Lo que escribí')
    await page.keyboard.press('Escape')
    await answer(page, 'Descartar cambios')
  }
  await page.getByRole('button', { name: 'Eliminar Banco' }).click()
  await answer(page, 'Eliminar')
  await toast(page, 'Error al eliminar').waitFor()
  await toast(page, 'Hubo un problema al eliminar el partner.').waitFor()
  expect(await names(page, 4)).toEqual(['Banco'])
})
