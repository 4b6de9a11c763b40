import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { newVisitor, openContext } from './pages.ts'
import { openSession, pageStateOf } from './session.ts'

/** The five tabs that edit one section each: where they are, a field to type into, and what they say. */
export const sections = [
  {
    tab: 'Hero',
    path: '/api/hero',
    field: 'Ubicación',
    name: 'location',
    success: ['Contenido actualizado', 'El hero section ha sido actualizado exitosamente.'],
    failure: ['Error al actualizar', 'Hubo un problema al actualizar el contenido.'],
  },
  {
    tab: 'About',
    path: '/api/about',
    field: 'Descripción 1',
    name: 'description1',
    success: ['Éxito', 'Contenido "¿De qué se trata?" actualizado correctamente.'],
    failure: ['Error', 'Error al actualizar el contenido: HTTP error! status: 500'],
  },
  {
    tab: 'Benefits',
    path: '/api/benefits',
    field: 'Descripción 6',
    name: 'benefit6Description',
    success: ['Éxito', 'Contenido "¿Qué podrás encontrar en el evento?" actualizado correctamente.'],
    failure: ['Error', 'Error al actualizar el contenido: HTTP error! status: 500'],
  },
  {
    tab: 'Segments',
    path: '/api/segments',
    field: 'Segmento 4',
    name: 'segment4Title',
    success: ['Éxito', 'Los segmentos han sido actualizados correctamente.'],
    failure: ['Error', 'No se pudieron actualizar los segmentos. Inténtalo de nuevo.'],
  },
  {
    tab: 'Formulario',
    path: '/api/registration-form',
    field: 'Subtítulo del modal',
    name: 'modalSubtitle',
    success: ['Formulario actualizado'],
    failure: ['Error al actualizar', 'Hubo un problema al actualizar la configuración.'],
  },
] as const

const sessions = new Map<string, ReturnType<typeof openSession>>()

/**
 * An organiser with one of the tabs open, loaded. All tests of a product share one session: one that ends it for good opens
 * one of its own with `signIn`.
 */
export async function openPanel(browser: Browser, origin: string, tab: string, options: BrowserContextOptions = {}) {
  const organiser = await newVisitor(browser, origin, { ...(await signedIn(origin)), ...options })
  await organiser.page.goto('/admin')
  await openTab(organiser.page, tab)
  return organiser
}

/** One opened panel for the tests of a `describe`, each of which has a tab of its own: returns what opens it there. */
export function panelOfAll(browser: Browser, origin: string, options: BrowserContextOptions = {}) {
  let organiser: Awaited<ReturnType<typeof openContext>>
  beforeAll(async () => {
    organiser = await openContext(browser, origin, { ...(await signedIn(origin)), ...options })
    await organiser.page.goto('/admin')
  })
  afterAll(() => organiser.context.close())
  return async (tab: string) => {
    await openTab(organiser.page, tab)
    return organiser
  }
}

async function signedIn(origin: string): Promise<BrowserContextOptions> {
  const session = sessions.get(origin) ?? openSession({ origin })
  sessions.set(origin, session)
  return { storageState: pageStateOf(await session) }
}

export async function openTab(page: Page, tab: string): Promise<void> {
  await page.getByRole('tab', { name: tab }).click()
  await page.getByRole('tabpanel', { name: tab }).getByRole('button', { name: 'Guardar Cambios' }).waitFor()
}

/** The open tab; those behind it are in the document as well. */
export function panel(page: Page) {
  return page.getByRole('tabpanel')
}

/** A field of the open tab by its label; that of a required one ends in a star. */
export function field(page: Page, label: string) {
  return panel(page).getByLabel(new RegExp(`^${label}[ *]*$`))
}

export function saveButton(page: Page) {
  return panel(page).getByRole('button', { name: 'Guardar Cambios' })
}

/** A tab that says of itself that it holds changes. */
export function marked(page: Page, tab: string) {
  return page.getByRole('tab', { name: `${tab} (cambios sin guardar)` })
}

/** Answers saves on a path in the server's place. */
export async function answerSaves(
  page: Page,
  path: string,
  answer: { status: number; body?: string; json?: unknown },
): Promise<void> {
  await page.route(`**${path}`, (route) => (route.request().method() === 'PUT' ? route.fulfill(answer) : route.continue()))
}

/** Holds the calls on a path back until the returned function is called. */
export async function holdCalls(page: Page, path: string, method: 'GET' | 'PUT'): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(`**${path}`, async (route) => {
    if (route.request().method() === method) await promise
    await route.continue()
  })
  return resolve
}

/** What visitors get. */
export async function publicPage(origin: string): Promise<string> {
  return (await fetch(`${origin}/`)).text()
}

/** Complaints apart from the browser's own notes that a call was answered with an error, which these tests provoke. */
export function unexpected(complaints: string[]): string[] {
  return complaints.filter((text) => !text.startsWith('Failed to load resource: the server responded with a status of'))
}
