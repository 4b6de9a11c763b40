import type { Locator } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { startMailServer } from '../../api/mail/testing.ts'
import { violations } from '../support/axe.ts'
import { seeToast } from '../support/pages.ts'
import { answer, startPanel } from '../support/panel.ts'
import { startProduct } from '../support/product.ts'

const panel = await startPanel()

test('warns if a certificate cannot show some letters of a name', async () => {
  const page = await panel.openForm('Ajustes')
  await page.getByRole('tab', { name: 'Constancias' }).click()
  const part = page.getByRole('region', { name: 'Ponentes y organización' })
  await part.getByLabel('Otra persona').fill('李雷')
  await part.getByRole('button', { name: 'Hacer la constancia' }).click()
  await part.getByText('La constancia no puede mostrar estas letras: 李雷.').waitFor()
  expect(await violations(page)).toEqual([])
  await page.close()
})

test('an organiser makes a certificate by hand, copies its link and revokes it', async () => {
  const page = await panel.openForm('Ajustes')
  await page.getByRole('tab', { name: 'Constancias' }).click()
  const part = page.getByRole('region', { name: 'Ponentes y organización' })
  await part.getByLabel('Otra persona').fill('Berta Ajú')
  await part.getByRole('button', { name: 'Hacer la constancia' }).click()
  expect(await violations(page)).toEqual([])
  const link = part.getByRole('link', { name: 'Berta Ajú' })
  await link.waitFor()
  const proof = await page.context().newPage()
  await proof.goto((await link.getAttribute('href')) ?? '')
  await proof.getByText('Esta constancia es válida.').waitFor()
  await proof.getByText('Por su participación como parte de la organización en').first().waitFor()
  await part.getByRole('button', { name: 'Revocar: Berta Ajú' }).click()
  await answer(page, 'Revocar')
  await part.getByText('Revocada').waitFor()
  await proof.reload()
  await proof.getByText('Esta constancia fue revocada: ya no es válida.').waitFor()
  expect(await proof.getByRole('link', { name: 'Descargar en PDF' }).count()).toBe(0)
})

test('an organiser mails each confirmed person their certificate once, after the event', async () => {
  const server = await startMailServer()
  const product = await startProduct({ SMTP_URL: server.url, MAIL_FROM: 'hola@conferencia.gt' })
  onTestFinished(product.discard)
  const { call, openForm, visit } = await startPanel(product)
  for (const name of ['Ana', 'Luis']) await call('POST /api/registrations', { name, email: `${name}@ejemplo.gt` })
  const people = await call<{ id: string; name: string }[]>('GET /api/registrations')
  await call(`PUT /api/registrations/${people.find(({ name }) => name === 'Ana')?.id}`, { isConfirmed: true })
  // The tab is open before the event ends.
  const page = await openForm('Ajustes')
  await call('PUT /api/hero', { title: 'Telar', eventDate: '2025-11-06' })
  await page.getByRole('tab', { name: 'Constancias' }).click()
  const sending = page.getByRole('region', { name: 'Enviar las constancias' })
  const top = async (region: Locator) => (await region.boundingBox())?.y ?? Number.NaN
  const hours = page.getByLabel('Horas', { exact: true })
  expect(await top(sending)).toBeLessThan(await top(hours))
  expect(await top(hours)).toBeLessThan(await top(page.getByRole('region', { name: 'Ponentes y organización' })))
  await sending.getByRole('button', { name: 'Enviar a 1 persona' }).click()
  await seeToast(page, 'Constancia en camino a 1 persona')
  const sent = async () => (await server.mails()).find(({ text }) => text?.includes('/constancia/'))
  await expect.poll(sent).toMatchObject({ to: [{ address: 'Ana@ejemplo.gt' }] })
  await sending.getByText('No falta nadie por recibirla.').waitFor()
  expect(await sending.getByRole('button', { name: /^Enviar a/ }).isDisabled()).toBe(true)
  expect(await violations(page)).toEqual([])

  const [path = ''] = /\/constancia\/[a-z2-7]{16}/.exec((await sent())?.text ?? '') ?? []
  const proof = await visit()
  await proof.goto(path)
  await proof.getByText('Esta constancia es válida.').waitFor()
  await proof.getByRole('heading', { name: 'Ana' }).waitFor()
  expect(await violations(proof)).toEqual([])
  const picture = await proof.locator('meta[property="og:image"]').getAttribute('content')
  expect(picture).toBe(`${product.origin}${path}.png`)
  expect((await fetch(`${product.origin}${path}.png`)).headers.get('Content-Type')).toBe('image/png')
  expect(await proof.getByRole('link', { name: 'Agregar a LinkedIn' }).getAttribute('href')).toContain('linkedin.com/profile/add')
})
