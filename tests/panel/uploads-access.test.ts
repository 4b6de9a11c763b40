import { expect, test } from 'vitest'
import { violationsInBoth } from '../support/axe.ts'
import { letThrough } from '../support/pages.ts'
import { startPanel } from '../support/panel.ts'
import { action, address, bar, dragOver, fileOnDisk, pick, picture, preview, video } from '../support/panel-uploads.ts'

const panel = await startPanel()

test('an image field is accessible in every state, in light and dark', async () => {
  const page = await panel.open('Hero')
  const found: Record<string, string[]> = {}
  const look = async (state: string) => {
    found[state] = await violationsInBoth(page)
  }
  const label = 'Logo principal'
  await look('empty')
  await dragOver(page, await fileOnDisk('logo.png', 10), address(page, label))
  await look('a file over it')

  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/upload/1*', async (route) => {
    await held
    await route.abort()
  })
  await pick(page, label, await picture(30, 20))
  await bar(page, label).waitFor()
  await look('on its way')
  release()
  await action(page, 'Reintentar', label).waitFor()
  await look('failed')
  await letThrough(page)
  await action(page, 'Reintentar', label).click()
  await preview(page, label).waitFor()
  await look('stored')

  // The dialog opens by itself.
  await pick(page, label, await picture(400, 400))
  await page.getByRole('dialog', { name: 'Dimensiones incorrectas' }).waitFor()
  await look('being cut')
  await page.keyboard.press('Escape')
  await look('too large')
  // The site answers, but not with a picture.
  await address(page, label).fill('/manifest.webmanifest')
  await page.getByText('En esta dirección no hay una imagen que se pueda mostrar.').waitFor()
  await look('nothing to show')
  expect(Object.entries(found).filter(([, faults]) => faults.length > 0)).toEqual([])
})

test('a video field is accessible, even if the video cannot be played', async () => {
  const page = await panel.open('About')
  await pick(page, 'Video', await video(page))
  await preview(page, 'Video').waitFor()
  expect(await violationsInBoth(page)).toEqual([])
  await address(page, 'Video').fill('/manifest.webmanifest')
  await page.getByText('Este video no se puede reproducir aquí.').waitFor()
  expect(await violationsInBoth(page)).toEqual([])
})

test('on a phone, a long file name makes no field wider than the screen', async () => {
  const page = await panel.open('Hero', { viewport: { width: 360, height: 740 } })
  await page.route('**/upload/1*', (route) => route.abort())
  await pick(page, 'Logo principal', await picture(30, 20, `${'un-nombre-largo-'.repeat(12)}.png`))
  await action(page, 'Reintentar', 'Logo principal').waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
})
