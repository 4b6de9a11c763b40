import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { violationsInBoth } from '../support/axe.ts'
import { isFull, some } from '../support/full.ts'
import { hasFocus } from '../support/pages.ts'
import { answer, dialog, question, save, startPanel } from '../support/panel.ts'
import { admin } from '../support/product.ts'

const panel = await startPanel()

beforeAll(async () => {
  const speaker = { name: 'Ixchel Batz', title: 'Directora', company: 'Labs' }
  await panel.call('POST /api/speakers', { ...speaker, image: '/favicon.svg' })
  const { id: speakerId } = await panel.call('POST /api/speakers', { ...speaker, name: 'Ana', isActive: false })
  const { id: scenarioId } = await panel.call('POST /api/agenda/scenarios', { name: 'Auditorio', description: 'Abajo' })
  await panel.call('POST /api/agenda/scenarios', { name: 'Terraza', isActive: false })
  const event = { scenarioId, startTime: '09:00', endTime: '10:00' }
  await panel.call('POST /api/agenda/events', { ...event, title: 'Apertura', speakerId })
  await panel.call('POST /api/agenda/events', { ...event, title: 'Taller', isActive: false })
  const tierName = 'Patrocinadoresextraordinariamentegenerososdelaconferencia'
  await panel.call('POST /api/partners', { name: 'Banco', tier: 'main', website: 'https://banco.example', tierName })
  await panel.call('POST /api/partners', { name: 'Comunidad', category: 'aliado', logo: '/favicon.svg' })
  await panel.call('POST /api/users', { name: 'Berta', email: 'berta@ejemplo.gt', password: 'secreto', isActive: false })
  await panel.call('POST /api/registrations', { name: 'Carla', email: 'carla@ejemplo.gt', comments: 'Hola' })
})

type View = [name: string, tab: Parameters<typeof panel.open>[0], act: (page: Page) => Promise<void>]

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click()

/** Opens a form and saves it empty, so that the page also shows its error messages. */
async function refused(page: Page, button: string) {
  await press(page, button)
  await save(page)
  await dialog(page).getByRole('alert').first().waitFor()
}

const views: View[] = [
  ['Speakers', 'Speakers', (page) => page.getByText('Oculto').waitFor()],
  ['the speaker form', 'Speakers', (page) => refused(page, 'Agregar Speaker')],
  ['Escenarios', 'Agenda', (page) => page.getByText('2 eventos').waitFor()],
  ['the scenario form', 'Agenda', (page) => refused(page, 'Agregar Escenario')],
  [
    'Eventos',
    'Agenda',
    async (page) => {
      await page.getByRole('tab', { name: 'Eventos' }).click()
      await page.getByRole('heading', { name: 'Taller' }).waitFor()
    },
  ],
  [
    'the event form',
    'Agenda',
    async (page) => {
      await page.getByRole('tab', { name: 'Eventos' }).click()
      await refused(page, 'Agregar Evento')
    },
  ],
  [
    'the dialog that moves an event',
    'Agenda',
    async (page) => {
      await page.getByRole('tab', { name: 'Eventos' }).click()
      await press(page, 'Mover Apertura')
      await dialog(page).getByText('Horas libres:').waitFor()
    },
  ],
  ['Partners', 'Partners', (page) => page.getByText('Comunidad').waitFor()],
  ['the partner form', 'Partners', (page) => refused(page, 'Agregar Partner')],
  ['Usuarios', 'Usuarios', (page) => page.getByText('Inactivo').waitFor()],
  ['the user form', 'Usuarios', (page) => refused(page, 'Crear Usuario')],
  [
    'the question before a user is deleted',
    'Usuarios',
    async (page) => {
      await press(page, 'Eliminar a Berta')
      await question(page).waitFor()
    },
  ],
  ['Registros', 'Registros', (page) => page.getByRole('button', { name: 'Confirmar a Carla' }).waitFor()],
  [
    'the detail of a registration',
    'Registros',
    async (page) => {
      await press(page, 'Ver detalle de Carla')
      await dialog(page).getByText('Hola').waitFor()
    },
  ],
]

const desk = { width: 1280, height: 720 }
const phone = { width: 360, height: 740 }
const otherWidths = isFull ? [320, 768, 1600].map((width) => ({ width, height: 900 })) : []

/** `npm test` opens only this view. `npm run test:full -- panel` opens all views. */
const first = 'the speaker form'

test.each(isFull ? views : views.filter(([name]) => name === first))(
  "the panel's view %s is accessible in light and dark, at any width",
  async (_, tab, act) => {
    const page = await panel.open(tab)
    await act(page)
    for (const viewport of [desk, phone, ...otherWidths]) {
      await page.setViewportSize(viewport)
      expect([viewport.width, await violationsInBoth(page)]).toEqual([viewport.width, []])
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
      expect([viewport.width, overflow]).toEqual([viewport.width, 0])
    }
  },
)

test("the header of the panel shows the user's whole e-mail, even on a phone", async () => {
  const page = await panel.open('Hero', { viewport: phone })
  const email = page.getByRole('banner').getByText(admin.email)
  const [box, button] = [await email.boundingBox(), await page.getByRole('button', { name: 'Cerrar Sesión' }).boundingBox()]
  if (!box || !button) throw new Error('not on the screen')
  expect([box.width > 80, box.height > 10]).toEqual([true, true])
  expect(await email.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)).toBe(true)
  // The e-mail is beside the buttons, so it does not make the header higher.
  expect([box.y < button.y + button.height, box.y + box.height > button.y]).toEqual([true, true])
})

test('on a phone, controls of the panel are at least 44 px large', async () => {
  const touch = { viewport: phone, hasTouch: true, isMobile: true }
  const views = [['Registros'], ['Speakers'], ['Ajustes', 'Página'], ['Usuarios'], ['Hero']] as const
  for (const [tab, view] of some(views, 2)) {
    const page = await panel.open(tab, {
      ...touch,
      // A large conference has five-digit numbers in the filters.
      prepare: (page) =>
        page.route('**/api/registrations?*', async (route) => {
          const response = await route.fetch()
          const counts = 'matching=1, total=20236, registered=20236, confirmed=10074, pending=10162, marketing=11121'
          await route.fulfill({ response, headers: { ...response.headers(), 'x-counts': counts } })
        }),
    })
    if (view) await page.getByRole('tab', { name: view, exact: true }).click()
    await page.getByRole('tabpanel').last().getByRole('button').first().waitFor()
    const { small, outside } = await page.evaluate(() => {
      const seen = (element: Element) => element.checkVisibility() && element.getBoundingClientRect().width > 1
      const said = (element: Element) => element.getAttribute('aria-label') ?? element.textContent ?? ''
      const pressed = [...document.querySelectorAll('button, select, .input, a.btn')].filter(seen)
      const cards = [...document.querySelectorAll('dl > div, .card li')].filter(seen)
      return {
        small: pressed
          .filter((element) => {
            const { width, height } = element.getBoundingClientRect()
            return Math.min(width, height) < 43.9
          })
          .map(said),
        outside: cards
          .filter((card) => {
            const { right } = card.getBoundingClientRect()
            return [...card.querySelectorAll('*')].some((part) => part.getBoundingClientRect().right > right)
          })
          .map(said),
      }
    })
    expect([tab, small, outside]).toEqual([tab, [], []])
  }
})

test('at 200 % zoom, dialogs fit the screen and delete buttons stand apart', async () => {
  await panel.call('POST /api/registrations', { name: 'Zoila', email: 'zoila@ejemplo.gt' })
  const page = await panel.open('Registros', { viewport: { width: 640, height: 360 } })
  const box = async (name: string) => {
    const box = await page.getByRole('button', { name, exact: true }).boundingBox()
    if (!box) throw new Error(`${name} is not on the screen.`)
    return { ...box, right: box.x + box.width }
  }
  await page.getByRole('button', { name: 'Eliminar a Zoila' }).waitFor()
  const [confirm, remove] = [await box('Confirmar a Zoila'), await box('Eliminar a Zoila')]
  expect(Math.min(confirm.width, confirm.height, remove.width, remove.height)).toBeGreaterThanOrEqual(40)
  expect(remove.x - confirm.right).toBeGreaterThanOrEqual(12)
  await page.getByRole('button', { name: 'Ver detalle de Zoila' }).click()
  const opened = await dialog(page).boundingBox()
  expect((opened?.y ?? -1) >= 0 && (opened?.y ?? 0) + (opened?.height ?? 999) <= 360).toBe(true)
  await page.keyboard.press('Escape')
  await page.getByRole('tab', { name: 'About' }).click()
  await page.getByRole('textbox', { name: 'Título', exact: true }).waitFor()
  const save = await box('Guardar Cambios')
  expect(save.y).toBeGreaterThan(360)
})

test('a deletion moves the focus to the next item, and screen readers announce the deletion', async () => {
  for (const name of ['Sala Norte', 'Sala Sur']) await panel.call('POST /api/agenda/scenarios', { name, displayOrder: 9 })
  const page = await panel.open('Agenda')
  const focused = () =>
    page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent)
  const messages = page.getByRole('status').filter({ has: page.locator('.toast-area') })
  expect(await messages.textContent()).toBe('')

  await page.getByRole('button', { name: 'Eliminar Sala Norte' }).focus()
  await page.keyboard.press('Enter')
  await answer(page, 'Eliminar')
  await page.getByRole('heading', { name: 'Sala Norte' }).waitFor({ state: 'detached' })
  await expect.poll(focused).toBe('Eliminar Sala Sur')
  await messages.getByText('Escenario eliminado exitosamente').waitFor()

  await page.getByRole('button', { name: 'Agregar Escenario' }).press('Enter')
  const name = dialog(page).getByRole('textbox', { name: 'Nombre' })
  expect(await name.getAttribute('aria-required')).toBe('true')
  await dialog(page).getByRole('button', { name: 'Guardar', exact: true }).press('Enter')
  await expect.poll(hasFocus(name)).toBe(true)
  await page.keyboard.press('Escape')
  await expect.poll(focused).toBe('Agregar Escenario')

  await page.getByRole('tab', { name: 'Agenda', exact: true }).focus()
  await page.evaluate(() => {
    for (const key of ['ArrowLeft', 'ArrowLeft'])
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
  })
  await expect.poll(focused).toBe('Segments')
})
