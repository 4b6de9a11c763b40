import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { isFull, some } from '../support/full.ts'
import { deliver, letThrough, newVisitor, opener, seeToast, toast } from '../support/pages.ts'
import { dialog, field, marked, save, saveButton, startPanel } from '../support/panel.ts'
import { addScenario } from '../support/panel-items.ts'
import { action, address, bar, pick, picture } from '../support/panel-uploads.ts'
import { sections } from '../support/section-tabs.ts'

const panel = await startPanel()

/** Opens a panel that may log errors, because scripts and calls fail in these tests. */
async function openPanel(): Promise<Page> {
  const { page } = await newVisitor(panel.browser, panel.origin, {
    storageState: panel.session,
    viewport: { width: 1280, height: 800 },
  })
  await page.goto('/admin')
  await field(page, 'Ubicación').waitFor()
  return page
}

const offline = (page: Page, isOffline: boolean) => page.context().setOffline(isOffline)

/** Opens a tab without network, and waits for it with network. */
async function openOverCut(page: Page, tab: string, opened: () => Locator): Promise<void> {
  await offline(page, true)
  await opener(page, tab).click()
  await page.getByText('Sin conexión.', { exact: true }).waitFor()
  await offline(page, false)
  await untilThere(page, opened())
}

/** Waits for the element. If a script or its data failed to load, presses the retry button. */
async function untilThere(page: Page, there: Locator): Promise<void> {
  const retry = page.getByRole('main').getByRole('button', { name: 'Reintentar' }).first()
  await there.or(retry).first().waitFor()
  while (!(await there.isVisible())) {
    await retry.click({ timeout: 1000 }).catch(() => {})
    await there.or(retry).first().waitFor()
  }
}

/** Lets the next save on this path reach the server and drops its answer. `lost` resolves afterwards. */
async function loseAnswer(page: Page, path: string): Promise<{ lost: Promise<void> }> {
  const { promise: lost, resolve } = Promise.withResolvers<void>()
  let hasLost = false
  await page.route(`**${path}*`, async (route) => {
    if (hasLost || !['PUT', 'POST'].includes(route.request().method())) return route.fallback()
    hasLost = true
    await deliver(route)
    await route.abort()
    resolve()
  })
  return { lost }
}

type Form = { tab: string; view?: string; path: string; label: string; name: string; typed?: [string, string, string] }

/** `npm test` tries a few of these forms, `npm run test:full -- panel` all. */
const forms: Form[] = [
  ...some(sections, 1).map(({ tab, path, field: label, name }) => ({ tab, path, label, name })),
  ...some<Form>(
    [
      { tab: 'Ajustes', path: '/api/event', label: 'Organizador', name: 'organiser' },
      { tab: 'Ajustes', view: 'Cupo', path: '/api/places', label: 'Número de lugares', name: 'capacity', typed: ['4', '5', '6'] },
      { tab: 'Ajustes', view: 'Correo', path: '/api/mail-texts', label: 'Confirmación: asunto', name: 'confirmationSubject' },
      { tab: 'Ajustes', view: 'Privacidad', path: '/api/privacy', label: 'Aviso de privacidad', name: 'notice' },
    ],
    0,
  ),
]

test('keeps every typed character in any form if the network is cut at any moment', async () => {
  const page = await openPanel()
  for (const { tab, view, path, label, name, typed } of forms) {
    const input = field(page, label)
    const part = view ? page.getByRole('tab', { name: view }) : opener(page, tab)
    await openOverCut(page, tab, () => (view ? part : input))
    if (view) {
      await part.click()
      await untilThere(page, input)
    }
    const [first, second, third] = typed ?? [`Antes del corte, ${view ?? tab}`, ' y durante él', ' y después.']
    await input.fill(first)
    await offline(page, true)
    await input.press('End')
    await page.keyboard.type(second)
    await saveButton(page).click()
    await page
      .getByRole('tabpanel')
      .getByText('Sin conexión: puede que no se haya guardado. Lo que escribiste sigue aquí.')
      .waitFor()
    // Switches to another tab and back.
    await opener(page, tab === 'Hero' ? 'About' : 'Hero').click()
    await opener(page, tab).click()
    if (view) await part.click()
    expect(await input.inputValue()).toBe(first + second)
    await offline(page, false)
    await input.press('End')
    await page.keyboard.type(third)
    const { lost } = await loseAnswer(page, path)
    await saveButton(page).click()
    await lost
    await letThrough(page)
    expect(await input.inputValue()).toBe(first + second + third)
    await saveButton(page).click()
    await marked(page, tab).waitFor({ state: 'detached' })
    expect(await input.inputValue()).toBe(first + second + third)
    const text = first + second + third
    expect(await panel.call(`GET ${path}`)).toMatchObject({ [name]: typed ? Number(text) : text })
  }
})

/** The button that opens each dialog, the typed texts, and the call that returns the stored item. */
const dialogs = [
  { tab: 'Speakers', add: 'Agregar Speaker', texts: { Nombre: 'Ixchel', Cargo: 'CTO', Empresa: 'Labs' }, read: '/api/speakers' },
  { tab: 'Agenda', add: 'Agregar Escenario', texts: { Nombre: 'Terraza' }, read: '/api/agenda/scenarios' },
  {
    tab: 'Agenda',
    view: 'Eventos',
    add: 'Agregar Evento',
    texts: { Título: 'Apertura', 'Hora de inicio': '09:00' },
    read: '/api/agenda/events',
  },
  { tab: 'Partners', add: 'Agregar Partner', texts: { Nombre: 'Banco' }, read: '/api/partners' },
  {
    tab: 'Usuarios',
    add: 'Crear Usuario',
    texts: { Nombre: 'Berta', Email: 'berta@ejemplo.gt', Contraseña: 'una clave larga' },
    read: '/api/users',
  },
  { tab: 'Registros', add: 'Agregar a mano', texts: { Nombre: 'Carla', Email: 'carla@ejemplo.gt' }, read: '/api/registrations' },
]

test.runIf(isFull)('keeps text typed in a list or dialog during a network cut', async () => {
  await addScenario(panel, 'Auditorio')
  const page = await openPanel()
  for (const { tab, view, add, texts, read } of some(dialogs, 3)) {
    const button = page.getByRole('button', { name: add })
    await openOverCut(page, tab, () => (view ? page.getByRole('tab', { name: view }) : button))
    if (view) await page.getByRole('tab', { name: view }).click()
    await button.click()
    const typed = () =>
      Promise.all(Object.keys(texts).map((label) => dialog(page).getByLabel(label, { exact: false }).first().inputValue()))
    for (const [label, text] of Object.entries(texts)) await dialog(page).getByLabel(label).first().fill(text)
    if (view) await dialog(page).getByLabel('Escenario').selectOption('Auditorio')
    await offline(page, true)
    await save(page)
    await dialog(page).getByText('Sin conexión: puede que no se haya guardado. Lo que escribiste sigue aquí.').waitFor()
    // The toast names the network as the problem, not the typed text.
    await toast(page, 'Sin conexión').waitFor()
    expect(await page.getByText('Hubo un problema').count()).toBe(0)
    expect([tab, await typed()]).toEqual([tab, Object.values(texts)])
    await offline(page, false)
    await dialog(page).getByText('Volvió la conexión: ya puedes guardar.').waitFor()
    await save(page)
    await dialog(page).waitFor({ state: 'detached' })
    const stored = await panel.call<Record<string, string>[]>(`GET ${read}`)
    const said = texts.Nombre ?? texts.Título
    expect(stored.map(({ name, title }) => name ?? title)).toContain(said)
  }
})

test.runIf(isFull)('a network cut during an upload loses neither the file nor typed text', async () => {
  const page = await openPanel()
  await field(page, 'Subtítulo').fill('Escrito antes de subir')
  let cuts = 0
  await page.route('**/upload/1*', (route) =>
    cuts++ === 0 ? offline(page, true).then(() => route.abort('internetdisconnected')) : route.continue(),
  )
  await pick(page, 'Logo principal', await picture(30, 20, 'mi-logo.png'))
  await seeToast(page, 'Error de subida')
  await page.getByText('mi-logo.png').waitFor()
  await field(page, 'Ubicación').fill('Escrito sin red')
  expect(await field(page, 'Subtítulo').inputValue()).toBe('Escrito antes de subir')
  await offline(page, false)
  await page.getByText('Sin conexión.', { exact: true }).waitFor({ state: 'detached' })
  await action(page, 'Reintentar', 'Logo principal').click()
  await bar(page, 'Logo principal').waitFor({ state: 'detached' })
  await expect.poll(() => address(page, 'Logo principal').inputValue()).toContain('/public-objects/')
  await saveButton(page).click()
  await seeToast(page, 'Contenido actualizado')
  expect(await panel.call('GET /api/hero')).toMatchObject({
    subtitle: 'Escrito antes de subir',
    location: 'Escrito sin red',
    heroLogo: await address(page, 'Logo principal').inputValue(),
  })
})

test('after the answer to a save of a new speaker is lost, a second save adds no second speaker', async () => {
  const page = await openPanel()
  await page.getByRole('tab', { name: 'Speakers' }).click()
  await page.getByRole('button', { name: 'Agregar Speaker' }).click()
  for (const [label, text] of [
    ['Nombre', 'Nohemí Aju'],
    ['Cargo', 'CTO'],
    ['Empresa', 'Labs'],
  ] as const)
    await dialog(page).getByLabel(label).fill(text)
  const { lost } = await loseAnswer(page, '/api/speakers')
  await save(page)
  await lost
  await dialog(page)
    .getByText(
      /^(Sin conexión: puede que no se haya guardado\. Lo que escribiste sigue aquí|Volvió la conexión: ya puedes guardar)\.$/,
    )
    .waitFor()
  expect(await page.getByText(/no se guardó|no se pudo/i).count()).toBe(0)
  await letThrough(page)
  await dialog(page).getByLabel('Nombre').fill('Nohemí Ajú')
  await save(page)
  await seeToast(page, 'Speaker creado exitosamente')
  const named = (await panel.call<{ name: string }[]>('GET /api/speakers')).filter(({ name }) => name.startsWith('Nohemí'))
  expect(named.map(({ name }) => name)).toEqual(['Nohemí Ajú'])
})
