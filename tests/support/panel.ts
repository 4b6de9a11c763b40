/** The panel in tests: one product and browser for a file, signed-in pages for its tests, the API as the panel calls it. */
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest'
import { createClient, succeeding } from '../../demo/client.ts'
import { sharedBrowser, sharedProduct } from './fixtures.ts'
import { isFull } from './full.ts'
import { newVisitor, openContext, opener, withoutPreview } from './pages.ts'
import type { Product } from './product.ts'
import { openSession, pageStateOf } from './session.ts'

type Form = 'Hero' | 'About' | 'Benefits' | 'Segments' | 'Formulario' | 'Ajustes'
type Tab = Form | 'Speakers' | 'Agenda' | 'Partners' | 'Registros' | 'Usuarios'
type Options = BrowserContextOptions & { prepare?: (page: Page) => Promise<unknown> }

// The browser notes answers that a test asks for; anything else on the console is a defect.
const isNoted = (message: string) =>
  /^Failed to load resource: (net::ERR_FAILED|net::ERR_INTERNET_DISCONNECTED|the server responded with a status of (401|403|409|413|415|422|500))/.test(
    message,
  )

/**
 * Where a test says nothing else: as wide as a tablet, with the preview a button away, for which each page would load and draw the
 * whole public page as well. In a full run all is tried beside the preview.
 */
const usual: BrowserContextOptions = isFull ? {} : withoutPreview

const heard = new WeakMap<Page, string[]>()

/** All that a page of the panel has complained about so far, for tests that ask for no error. */
export const complaints = (page: Page) => heard.get(page) ?? ['no page of the panel']

/** Those apart from the browser's notes that a call was answered with an error. */
export const unexpected = (page: Page) =>
  complaints(page).filter((text) => !text.startsWith('Failed to load resource: the server responded with a status of'))

/** To be awaited once at the top of a test file; with a product of a test's own in that test. */
export async function startPanel(product?: Product) {
  const { origin, dataDir } = product ?? (await sharedProduct())
  const browser = await sharedBrowser()
  const headers = await openSession({ origin })
  const session = pageStateOf(headers)
  const client = succeeding(createClient(origin, headers.Cookie))

  /** A page that is gone when the test is over, having had nothing to complain about. */
  async function visit(options: BrowserContextOptions = {}): Promise<Page> {
    const { page, complaints } = await newVisitor(browser, origin, { ...usual, ...options })
    heard.set(page, complaints)
    onTestFinished(() => expect(complaints.filter((message) => !isNoted(message))).toEqual([]))
    return page
  }

  /** The panel with this tab open. `prepare` is for what must be ready before the first request. */
  async function open(tab: Tab, { prepare, ...options }: Options = {}): Promise<Page> {
    const page = await visit({ storageState: session, ...options })
    await prepare?.(page)
    await page.goto('/admin')
    await opener(page, tab).click()
    return page
  }

  return {
    origin,
    dataDir,
    browser,
    session,
    visit,
    open,
    /** The same with the form of the tab loaded. */
    async openForm(tab: Form, options: Options = {}): Promise<Page> {
      const page = await open(tab, options)
      await openTab(page, tab)
      return page
    },
    /** One page for the tests of a `describe`, each of which has a tab of its own: returns what opens it there. */
    sharedPage(options: BrowserContextOptions = {}): (tab: string) => Promise<Page> {
      let page: Page
      beforeAll(async () => {
        const opened = await openContext(browser, origin, { ...usual, storageState: session, ...options })
        page = opened.page
        heard.set(page, opened.complaints)
        await page.goto('/admin')
      })
      afterAll(() => page.context().close())
      return async (tab) => {
        await openTab(page, tab)
        return page
      }
    },
    /** The public page as it is now, and its HTML. */
    async publicPage(): Promise<Page> {
      const page = await visit()
      await page.goto('/')
      return page
    },
    publicHtml: async (): Promise<string> => (await fetch(`${origin}/`)).text(),
    /** Calls the API as the panel does, such as ('PUT /api/hero', { subtitle }), and returns what it answers. */
    async call<T = { id: string }>(line: string, body?: object): Promise<T> {
      return (await client(line, body)).json()
    },
  }
}

export type Panel = Awaited<ReturnType<typeof startPanel>>

/** Opens another tab, and waits for its form. */
export async function openTab(page: Page, tab: string): Promise<void> {
  await opener(page, tab).click()
  await page
    .getByRole(tab === 'Ajustes' ? 'region' : 'tabpanel', { name: tab })
    .getByRole('button', { name: 'Guardar Cambios' })
    .waitFor()
}

/** The open tab; those behind it are in the document as well. */
export const tabpanel = (page: Page) => page.getByRole('tabpanel')

/** A field of the open tab by its label; that of a required one ends in a star. */
export const field = (page: Page, label: string) => tabpanel(page).getByLabel(new RegExp(`^${label}[ *]*$`))

/** The row of a table that holds this text. */
export const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

/** Clicks the button with exactly this name, or one that it matches. */
export const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()

export const saveButton = (page: Page) => tabpanel(page).getByRole('button', { name: 'Guardar Cambios' })

/** A tab that says of itself that it holds changes. */
export const marked = (page: Page, tab: string) =>
  page.getByRole(tab === 'Ajustes' ? 'link' : 'tab', { name: `${tab} (cambios sin guardar)` })

/** Makes the next calls of these methods fail, as they do when the server has a defect. */
export async function failing(page: Page, path: string, ...methods: string[]): Promise<void> {
  await page.route(`**${path}`, (route) =>
    methods.includes(route.request().method())
      ? route.fulfill({ status: 500, json: { error: 'Ocurrió un error inesperado.' } })
      : route.fallback(),
  )
}

/** Answers the browser's next question, and tells what it was. */
export function answer(page: Page, isYes: boolean): Promise<string> {
  return new Promise((resolve) => {
    page.once('dialog', async (question) => {
      await (isYes ? question.accept() : question.dismiss())
      resolve(question.message())
    })
  })
}

/** The texts of a list's headings, in their order on the screen. */
export const names = (page: Page, level: number) => page.getByRole('heading', { level }).allTextContents()

/** The open dialog. */
export const dialog = (page: Page) => page.getByRole('dialog')

export const save = (page: Page) => dialog(page).getByRole('button', { name: 'Guardar', exact: true }).click()
