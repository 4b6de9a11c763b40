import { expect, test } from 'vitest'
import { contrast } from '../../data/look/accent.ts'
import { violations, violationsInBoth } from '../support/axe.ts'
import { seeToast } from '../support/pages.ts'
import { field, saveButton, startPanel } from '../support/panel.ts'

const panel = await startPanel()

const hexOf = (color: string) =>
  `#${(color.match(/\d+/g) ?? [])
    .slice(0, 3)
    .map((part) => Number(part).toString(16).padStart(2, '0'))
    .join('')}`

test('shows the darkened version of an accent colour that is too light for text', async () => {
  const page = await panel.openForm('Ajustes')
  await page.getByRole('tab', { name: 'Apariencia', exact: true }).click()
  await field(page, 'Color').fill('#FFD166')
  await page.getByText('De noche se ve tal cual.').waitFor()
  await page.getByText(/De día se oscurece a #[0-9a-f]{6} para que se lea\./).waitFor()
  await page.getByRole('button', { name: 'Propio: hecho del nombre' }).click()
  await field(page, 'Línea sobre el nombre').fill('6.ª edición')
  expect(await violations(page)).toEqual([])
  await saveButton(page).click()
  await seeToast(page, 'Apariencia actualizada')

  const visitor = await panel.publicPage()
  await visitor.getByText('6.ª edición').waitFor()
  expect(await visitor.getByText('Save the date').count()).toBe(0)
  expect(await violationsInBoth(visitor)).toEqual([])
  for (const colorScheme of ['light', 'dark'] as const) {
    await visitor.emulateMedia({ colorScheme })
    // Reloads, because a button has mixed colours while the theme changes.
    await visitor.reload()
    const button = visitor.locator('#evento').getByRole('link', { name: 'Regístrate Ahora' })
    const [text = '', ground = ''] = await button.evaluate((link) => {
      const canvas = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D
      const style = getComputedStyle(link)
      return [style.color, style.backgroundColor].map((color) => {
        canvas.fillStyle = color
        canvas.fillRect(0, 0, 1, 1)
        return [...canvas.getImageData(0, 0, 1, 1).data].join(' ')
      })
    })
    expect(hexOf(ground)).not.toBe(colorScheme === 'light' ? '#b3123f' : '#ff7d97')
    expect(contrast(hexOf(text), hexOf(ground))).toBeGreaterThanOrEqual(4.5)
  }
})

test('the accent colour also applies to the privacy notice, in both themes', async () => {
  const visitor = await panel.publicPage()
  const primary = (path: string) => async () => {
    await visitor.goto(path)
    return visitor.locator('html').evaluate((html) => getComputedStyle(html).getPropertyValue('--color-primary'))
  }
  await panel.call('POST /api/registrations', { name: 'Ana', email: 'ana@ejemplo.gt', phone: '55551234' })
  const [registration] = await panel.call<{ id: string }[]>('GET /api/registrations')
  const { url } = await panel.call<{ url: string }>(`GET /api/registrations/${registration?.id}/link`)
  for (const colorScheme of ['light', 'dark'] as const) {
    await visitor.emulateMedia({ colorScheme })
    for (const accent of ['#ffd166', '']) {
      await panel.call('PUT /api/look', { accent })
      const expected = await primary('/')()
      for (const path of ['/privacidad', '/recuperar', new URL(url).pathname])
        expect([path, colorScheme, await primary(path)()]).toEqual([path, colorScheme, expected])
    }
  }
})

test('the woven pattern ‘propio’ changes with the conference’s name, and back', async () => {
  const weave = async () => /<pattern id="weave".*?<\/pattern>/s.exec(await panel.publicHtml())?.[0]
  await panel.call('PUT /api/look', { pattern: 'propio' })
  await panel.call('PUT /api/event', { name: 'Jornadas 2026' })
  const first = await weave()
  await panel.call('PUT /api/event', { name: 'Jornadas 2027' })
  expect(await weave()).not.toBe(first)
  await panel.call('PUT /api/event', { name: 'Jornadas 2026' })
  expect(await weave()).toBe(first)
  await panel.call('PUT /api/look', { pattern: 'telar', cover: '/public-objects/x.webp' })
  expect(await weave()).toContain('M11.5')
  await panel.call('PUT /api/look', { pattern: 'liso' })
  expect(await weave()).toBeUndefined()
})
