import { expect, test } from 'vitest'
import { startPanel } from '../support/panel.ts'

const panel = await startPanel()

test('a reload or Back restores the view of a tab by the hash in the URL', async () => {
  const page = await panel.open('Agenda')
  await page.getByRole('tab', { name: 'Eventos' }).click()
  expect(new URL(page.url()).hash).toBe('#agenda/eventos')
  await page.reload()
  await page.getByRole('heading', { name: 'Eventos (0)' }).waitFor()
  await page.getByRole('tab', { name: 'Speakers' }).click()
  await page.getByRole('heading', { name: 'Speakers (0)' }).waitFor()
  await page.getByRole('tab', { name: 'Agenda' }).click()
  await page.getByRole('heading', { name: 'Eventos (0)' }).waitFor()
  await page.getByRole('tab', { name: 'Escenarios' }).click()
  await page.getByRole('heading', { name: 'Escenarios (0)' }).waitFor()
  expect(new URL(page.url()).hash).toBe('#agenda')
  await page.goBack()
  await page.getByRole('heading', { name: 'Eventos (0)' }).waitFor()

  await page.goto('/admin#ajustes/cupo')
  await page.getByRole('heading', { name: 'Cupo' }).waitFor()
  await page.goto('/admin#agenda/nada')
  await page.getByRole('heading', { name: 'Escenarios (0)' }).waitFor()
})
