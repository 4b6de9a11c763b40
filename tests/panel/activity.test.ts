import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { violations } from '../support/axe.ts'
import { isFull } from '../support/full.ts'
import { signIn } from '../support/pages.ts'
import { startPanel } from '../support/panel.ts'
import { admin } from '../support/product.ts'

const panel = await startPanel()
const ana = { name: 'Ana López', email: 'ana@ejemplo.gt', password: 'secreto-de-ana' }

const openActivity = (page: Page) => page.getByRole('tab', { name: 'Actividad' }).click()

async function signInAsAna(): Promise<Page> {
  const page = await panel.visit()
  await signIn(page, ana)
  await page.getByRole('tab', { name: 'Usuarios' }).click()
  await page.getByRole('cell', { name: admin.email }).waitFor()
  return page
}

test('the activity log describes the actions of each user in sentences', async () => {
  const { id } = await panel.call('POST /api/users', { ...ana, role: 'user' })
  const page = await panel.open('Usuarios')
  await panel.call('PUT /api/hero', { subtitle: 'Otro' })
  await panel.call(`DELETE /api/users/${id}`)
  await openActivity(page)
  const lines = page.getByRole('region', { name: 'Actividad' }).getByRole('listitem').getByRole('paragraph')
  await lines.first().waitFor()
  expect((await lines.allTextContents()).slice(0, 4)).toEqual([
    'Administrador eliminó a un usuario',
    'Administrador guardó Hero',
    'Administrador creó a un usuario que ya no existe',
    'Administrador inició sesión',
  ])
  await panel.call('POST /api/partners', { name: 'Banco' })
  await page.getByRole('button', { name: 'Actualizar' }).click()
  await page.getByText('agregó el partner «Banco»').waitFor()
})

test.runIf(isFull)('the activity log links to the changed item, or to the history if it was deleted', async () => {
  const speaker = await panel.call('POST /api/speakers', { name: 'Eva Tzoc', title: '', company: '' })
  const gone = await panel.call('POST /api/speakers', { name: 'Otto Xol', title: '', company: '' })
  await panel.call(`PUT /api/speakers/${speaker.id}`, { name: 'Eva Tzoc Paz' })
  await panel.call(`DELETE /api/speakers/${gone.id}`)
  const page = await panel.open('Usuarios')
  await openActivity(page)
  await page.getByText('guardó el speaker «Eva Tzoc Paz»').waitFor()
  await page.getByText('eliminó').getByRole('button', { name: 'el speaker «Otto Xol»' }).click()
  await page.getByRole('dialog', { name: 'Historial de Speakers' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByText('agregó').getByRole('button', { name: 'el speaker «Eva Tzoc Paz»' }).click()
  await page.getByRole('dialog', { name: 'Editar Speaker' }).waitFor()
  expect(await page.getByLabel('Nombre').inputValue()).toBe('Eva Tzoc Paz')
})

test('the activity log shows times in the event’s time zone', async () => {
  const page = await panel.open('Usuarios', {
    timezoneId: 'Asia/Tokyo',
    prepare: (blank) =>
      blank.route('**/api/audit?*', (route) =>
        route.fulfill({
          headers: { 'X-Counts': 'total=1' },
          json: [{ id: 1, at: '2025-11-21T05:30:00.000Z', action: 'signed-in', userId: '1', role: 'admin', userName: 'Ana' }],
        }),
      ),
  })
  await openActivity(page)
  await page.getByRole('region', { name: 'jueves 20 de noviembre de 2025' }).getByText('23:30').waitFor()
})

test.runIf(isFull)('the activity log has fifty entries on a page', async () => {
  for (let count = 0; count < 51; count++) await panel.call('GET /api/registrations/export').catch(() => {})
  await panel.call('PUT /api/segments', { title: 'Otro' })
  const page = await panel.open('Usuarios')
  await openActivity(page)
  await page.getByText('guardó Segments').waitFor()
  await page.getByRole('button', { name: 'Siguiente' }).click()
  await page.getByText(/^51–/).waitFor()
  expect(await page.getByText('guardó Segments').count()).toBe(0)
})

test('only administrators can see the activity log and change users', async () => {
  await panel.call('POST /api/users', { ...ana, role: 'user' })
  const page = await signInAsAna()
  expect(await page.getByRole('tab').allTextContents()).not.toContain('Actividad')
  expect(await page.getByRole('tab').count()).toBe(10)
  expect(await page.getByRole('tabpanel').getByRole('button').count()).toBe(0)
})

test.runIf(isFull).each(['dark', 'light'] as const)(
  'the activity log is accessible in %s mode, on a phone and on a computer',
  async (colorScheme) => {
    await fetch(`${panel.origin}/api/auth/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email: 'nadie@ejemplo.gt', password: 'equivocada' }),
    })
    const page = await panel.open('Usuarios', { colorScheme })
    await openActivity(page)
    await page.getByText('intentó entrar sin éxito').first().waitFor()
    expect(await violations(page)).toEqual([])
    await page.setViewportSize({ width: 360, height: 740 })
    expect(await violations(page)).toEqual([])
  },
)
