import { mkdir, rm, rmdir } from 'node:fs/promises'
import { expect, onTestFinished, test } from 'vitest'
import { startTestStore } from '../../api/store/testing.ts'
import { violations } from '../support/axe.ts'
import { isFull } from '../support/full.ts'
import { seeToast, signIn } from '../support/pages.ts'
import { complaints, field, saveButton, startPanel } from '../support/panel.ts'
import { startProduct } from '../support/product.ts'

const panel = await startPanel()

test('shows the age of the published page, and publishes a save at once', async () => {
  const page = await panel.openForm('Segments')
  await page.getByText(/^En vivo · hace \d+ (s|min)$/).waitFor()
  await field(page, 'Segmento 1').fill('Revisión uno')
  await saveButton(page).click()
  await seeToast(page, 'Éxito')
  await page.getByText(/^En vivo · hace \d+ s$/).waitFor()
  expect(await panel.publicHtml()).toContain('Revisión uno')
  expect(complaints(page)).toEqual([])
})

test.runIf(isFull)('shows the right age of the published page even if the computer’s clock is wrong', async () => {
  const page = await panel.visit()
  await page.clock.install({ time: new Date('2031-05-05T12:00:00') })
  await signIn(page)
  await page.getByText(/ · hace \d+ (s|min)$/).waitFor()
  await page.clock.fastForward('03:00:00')
  await page.getByText(/ · hace 3 h$/).waitFor()
})

test('shows the reason if a save was not published, and can publish it without another save', async () => {
  const page = await panel.openForm('Segments')
  // Puts a folder in the page's place, so that the page cannot be written.
  const index = `${panel.dataDir}/www/index.html`
  await rm(index)
  await mkdir(`${index}/en medio`, { recursive: true })

  await field(page, 'Segmento 2').fill('Guardado sin publicar')
  await saveButton(page).click()
  await seeToast(page, 'Guardado, pero no publicado')
  await page.getByText(/^No se publicó: .+ Los visitantes siguen viendo la versión anterior\.$/).waitFor()
  expect(await panel.publicHtml()).not.toContain('Guardado sin publicar')
  expect(await violations(page)).toEqual([])

  await rmdir(`${index}/en medio`)
  await rmdir(index)
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await page.getByText(/^En vivo · hace \d+ s$/).waitFor()
  expect(await panel.publicHtml()).toContain('Guardado sin publicar')

  // Publishing saved nothing, so the next save has no conflict.
  await field(page, 'Segmento 2').fill('Guardado y publicado')
  await saveButton(page).click()
  await seeToast(page, 'Éxito')
})

test.runIf(isFull)('shows the reason if copying the page to the object store failed', async () => {
  const store = await startTestStore()
  store.trouble.status = 507
  const { endpoint, region, bucket, accessKeyId, secretAccessKey } = store.config
  const elsewhere = await startProduct({
    S3_ENDPOINT: endpoint,
    S3_REGION: region,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  })
  onTestFinished(elsewhere.discard)
  const stored = await startPanel(elsewhere)
  const page = await stored.open('Hero')
  await page.getByText('Publicado aquí, pendiente en la copia externa: el almacén está lleno.').waitFor()
  expect(await violations(page)).toEqual([])
  store.trouble.status = null
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await page.getByText(/^En vivo/).waitFor()
  expect(store.text('index.html')).toBe(await stored.publicHtml())
  expect(elsewhere.log()).not.toContain(secretAccessKey)
})
