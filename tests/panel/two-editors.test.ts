import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { isFull } from '../support/full.ts'
import { seeToast, withoutPreview } from '../support/pages.ts'
import { answer, dialog, field, save, saveButton, startPanel, tabpanel } from '../support/panel.ts'
import { addSpeaker } from '../support/panel-items.ts'
import { openSession, pageStateOf } from '../support/session.ts'

/** Two users in two browsers: the administrator and Ana. */
const panel = await startPanel()
const ana = { name: 'Ana Xol', email: 'ana@ejemplo.gt', password: 'contraseña larga de ana' }
let session: ReturnType<typeof pageStateOf>

beforeAll(async () => {
  await panel.call('POST /api/users', { ...ana, role: 'user', isActive: true })
  session = pageStateOf(await openSession(panel, ana))
})

type Tab = Parameters<typeof panel.open>[0]

/** Opens the tab for both users. */
async function both(tab: Tab): Promise<[mine: Page, hers: Page]> {
  return [await panel.open(tab, withoutPreview), await panel.open(tab, { ...withoutPreview, storageState: session })]
}

test('a form names other people who have it open, and merges the changes that they save', async () => {
  const [mine, hers] = await both('Hero')
  await field(mine, 'Ubicación').waitFor()
  await tabpanel(hers)
    .getByText(/también (tiene|tienen) abierta esta sección\.$/)
    .waitFor()

  await field(mine, 'Ubicación').fill('Teatro Abril')
  await field(mine, 'Texto del Botón').fill('Voy')
  await field(hers, 'Subtítulo').fill('Una tarde de tecnología')
  await field(hers, 'Texto del Botón').fill('Quiero ir')
  await saveButton(hers).click()
  await seeToast(hers, 'Contenido actualizado')
  await saveButton(mine).click()
  const choice = (side: RegExp) => tabpanel(mine).getByRole('radio', { name: side })
  await choice(/^Tuyo: Voy$/).waitFor()
  expect(await tabpanel(mine).getByRole('radio').count()).toBe(2)
  expect([await field(mine, 'Ubicación').inputValue(), await field(mine, 'Subtítulo').inputValue()]).toEqual([
    'Teatro Abril',
    'Una tarde de tecnología',
  ])
  await choice(/^De Ana Xol: Quiero ir$/).check()
  expect(await field(mine, 'Texto del Botón').inputValue()).toBe('Quiero ir')
  await choice(/^Tuyo: Voy$/).check()
  await saveButton(mine).click()
  await seeToast(mine, 'Contenido actualizado')

  // Ana's page does not have this save yet. She changes another field, and neither change is lost.
  await field(hers, 'Ubicación').waitFor()
  await field(hers, 'Subtítulo').fill('Una tarde entera')
  await saveButton(hers).click()
  await seeToast(hers, /^También quedó lo que otra persona guardó en: /)
  expect(await panel.call('GET /api/hero')).toMatchObject({
    location: 'Teatro Abril',
    ctaText: 'Voy',
    subtitle: 'Una tarde entera',
  })
})

test.runIf(isFull)("merges two people's changes to a list, except a field that both changed", async () => {
  await addSpeaker(panel, 'Ixchel')
  await addSpeaker(panel, 'Byron')
  const [mine, hers] = await both('Speakers')
  await mine.getByRole('button', { name: 'Editar Ixchel' }).click()
  await dialog(mine).getByLabel('Empresa').fill('Quetzanube')
  await dialog(mine).getByLabel('Cargo').fill('Directora')

  // In the meantime Ana edits the same speaker, adds a speaker and deletes another.
  await hers.getByRole('button', { name: 'Editar Ixchel' }).click()
  await dialog(hers).getByLabel('Biografía').fill('Entrena modelos de voz.')
  await dialog(hers).getByLabel('Cargo').fill('Fundadora')
  await save(hers)
  await seeToast(hers, 'Speaker actualizado exitosamente')
  await hers.getByRole('button', { name: 'Agregar Speaker' }).click()
  for (const [label, text] of [
    ['Nombre', 'Luz'],
    ['Cargo', 'CTO'],
    ['Empresa', 'Labs'],
  ] as const)
    await dialog(hers).getByLabel(label).fill(text)
  await save(hers)
  await seeToast(hers, 'Speaker creado exitosamente')
  await hers.getByRole('button', { name: 'Eliminar Byron' }).click()
  await answer(hers, 'Eliminar')
  await seeToast(hers, 'Speaker eliminado exitosamente')

  await save(mine)
  await dialog(mine).getByRole('radio', { name: 'Tuyo: Directora' }).waitFor()
  expect(await dialog(mine).getByRole('radio').count()).toBe(2)
  expect([
    await dialog(mine).getByLabel('Empresa').inputValue(),
    await dialog(mine).getByLabel('Biografía').inputValue(),
  ]).toEqual(['Quetzanube', 'Entrena modelos de voz.'])
  await dialog(mine).getByRole('radio', { name: 'De Ana Xol: Fundadora' }).check()
  await save(mine)
  await dialog(mine).waitFor({ state: 'detached' })
  await mine.getByRole('button', { name: 'Editar Luz' }).waitFor()
  expect(await mine.getByRole('button', { name: 'Editar Byron' }).count()).toBe(0)
  expect(await panel.call('GET /api/speakers')).toMatchObject([
    { name: 'Ixchel', company: 'Quetzanube', title: 'Fundadora', bio: 'Entrena modelos de voz.' },
    { name: 'Luz' },
  ])
})

test.runIf(isFull)('an open list shows an item added by another person, without a reload', async () => {
  const page = await panel.open('Speakers', withoutPreview)
  const asked = page.waitForResponse('**/api/presence')
  await page.getByRole('heading', { name: /^Speakers/ }).waitFor()
  await asked
  await addSpeaker(panel, 'Nohemí Ajú')
  await page.getByRole('heading', { name: 'Nohemí Ajú' }).waitFor()
})
