import { expect, test } from 'vitest'
import { violations } from '../support/axe.ts'
import { isFull, some } from '../support/full.ts'
import { seeToast, signIn, withoutPreview } from '../support/pages.ts'
import { complaints, saveButton, startPanel, tabpanel } from '../support/panel.ts'

const panel = await startPanel()

async function firstSteps(who?: Parameters<typeof signIn>[1]) {
  const page = await panel.visit()
  await signIn(page, who)
  return { page, questions: page.getByRole('region', { name: 'Primeros datos' }) }
}

test.runIf(isFull)('asks only administrators the first questions about the conference', async () => {
  const user = { name: 'Luis', email: 'luis@ejemplo.gt', password: 'secreto', role: 'user' }
  await panel.call('POST /api/users', user)
  const { page, questions } = await firstSteps(user)
  await page.getByText('En vivo').waitFor()
  expect(await questions.count()).toBe(0)
})

const held = [
  ['whether anything was saved', '**/api/publish'],
  ['the name', '**/api/hero'],
  ['the state of the backups', '**/api/backups'],
] as const

test.each(some(held, 1))('nothing moves while the panel of a new site loads, even if %s comes last', async (_, last) => {
  const page = await panel.visit({ ...withoutPreview, storageState: panel.session })
  const { promise: mayCome, resolve: come } = Promise.withResolvers<void>()
  await page.route(last, async (route) => {
    await mayCome
    await route.continue()
  })
  const others = page.waitForResponse('**/api/speakers')
  await page.goto('/admin#speakers')
  await others
  setTimeout(come, 500)
  const tab = page.getByRole('tab', { name: 'Speakers' })
  await tab.waitFor()
  const before = await tab.boundingBox()
  await page.getByLabel('¿Cómo se llama tu conferencia?').waitFor()
  await page.getByText('respaldo verificado').waitFor()
  expect(await tab.boundingBox()).toEqual(before)
})

test('asks for name, day and venue of a new conference, and allows skipping the questions', async () => {
  const { page, questions } = await firstSteps()
  expect(await questions.getByLabel('¿Cómo se llama tu conferencia?').inputValue()).toBe('Conferencia 2025')
  expect(await questions.getByLabel('¿Qué día es?').inputValue()).toBe('2025-11-20')
  await questions.getByText('Esa fecha ya pasó.').waitFor()
  expect(await violations(page)).toEqual([])
  await page.getByRole('tab', { name: 'About' }).click()
  await questions.getByRole('button', { name: 'Omitir' }).click()
  await questions.waitFor({ state: 'detached' })
  expect(await panel.publicHtml()).toContain('<title>Conferencia 2025</title>')
})

test('the answers to the first questions are published, and the questions are not asked again', async () => {
  const { page, questions } = await firstSteps()
  await questions.getByLabel('¿Cómo se llama tu conferencia?').fill('Jornadas de Software')
  await questions.getByLabel('¿Qué día es?').fill('2027-11-20')
  await questions.getByLabel('¿Cuántos días dura?').fill('2')
  await questions.getByLabel('¿A qué hora empieza?').fill('08:30')
  await questions.getByLabel('¿A qué hora termina?').fill('17:00')
  await questions.getByLabel('¿Dónde es?').fill('Xela')
  await questions.getByLabel('¿Cómo te llamas?').fill('Ixchel Toj')
  await questions.getByRole('button', { name: 'Empezar' }).click()
  await seeToast(page, '¡Listo!')
  await questions.waitFor({ state: 'detached' })
  const html = await panel.publicHtml()
  expect(['<title>Jornadas de Software</title>', '20 NOV, 2027', 'Xela'].filter((text) => !html.includes(text))).toEqual([])
  await expect.poll(() => page.getByRole('tabpanel').getByLabel('Ubicación').inputValue()).toBe('Xela')
  expect(await panel.call('GET /api/event')).toMatchObject({ startTime: '08:30', endTime: '17:00' })
  expect(await panel.call('GET /api/about')).toMatchObject({ stat1Number: '2', stat1Label: 'Días de evento' })
  await page.getByText('Ixchel Toj').first().waitFor()
  const steps = page.getByRole('region', { name: 'Cinco pasos' })
  await steps.getByRole('button', { name: 'Escribe el aviso de privacidad' }).click()
  await page.getByRole('button', { name: 'Empezar con un modelo' }).click()
  expect(await page.getByLabel('Aviso de privacidad').inputValue()).toContain('para apartar tu lugar')
  await page.keyboard.press('Control+s')
  await seeToast(page, 'Privacidad actualizada')
  await steps.getByRole('button', { name: 'Escribe el aviso de privacidad (hecho)' }).waitFor()
  await page.reload()
  await page.getByText('En vivo').first().waitFor()
  expect(await questions.count()).toBe(0)
  expect(complaints(page)).toEqual([])
})

test.runIf(isFull)('warns about an event date in the past, but saves it', async () => {
  const page = await panel.openForm('Hero')
  const day = tabpanel(page).getByLabel('Fecha del Evento')
  await day.fill('2099-11-20')
  await tabpanel(page).getByText('viernes 20 de noviembre de 2099').waitFor()
  const passed = tabpanel(page).getByText('Esa fecha ya pasó.')
  expect(await passed.count()).toBe(0)
  await day.fill('2025-11-21')
  await passed.waitFor()
  await saveButton(page).click()
  await seeToast(page, 'Contenido actualizado')
  expect(await panel.call('GET /api/hero')).toMatchObject({ eventDate: expect.stringMatching(/^2025-11-21/) })
})
