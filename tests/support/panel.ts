/** Panel fixtures: one product and browser for a test file. */
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

// True for messages of the browser about error responses that tests expect.
const isNoted = (message: string) =>
  /^Failed to load resource: (net::ERR_FAILED|net::ERR_INTERNET_DISCONNECTED|the server responded with a status of (401|403|409|413|415|422|500))/.test(
    message,
  )

/** Tablet width, where the preview stays closed and takes no time. A full run uses a width with preview. */
const usual: BrowserContextOptions = isFull ? {} : withoutPreview

const heard = new WeakMap<Page, string[]>()

/** Returns the console messages of the page, for tests that expect none. */
export const complaints = (page: Page) => heard.get(page) ?? ['no page of the panel']

/** Returns the console messages except those about error responses. */
export const unexpected = (page: Page) =>
  complaints(page).filter((text) => !text.startsWith('Failed to load resource: the server responded with a status of'))

/** Await this call at the top of a test file, or in a test with its own product. */
export async function startPanel(product?: Product) {
  const { origin, dataDir } = product ?? (await sharedProduct())
  const browser = await sharedBrowser()
  const headers = await openSession({ origin })
  const session = pageStateOf(headers)
  const client = succeeding(createClient(origin, headers.Cookie))

  /** Opens a page that is closed after the test. Unexpected console messages fail the test. */
  async function visit(options: BrowserContextOptions = {}): Promise<Page> {
    const { page, complaints } = await newVisitor(browser, origin, { ...usual, ...options })
    heard.set(page, complaints)
    onTestFinished(() => expect(complaints.filter((message) => !isNoted(message))).toEqual([]))
    return page
  }

  /** Opens a tab. `prepare` runs before the first request. */
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
    /** Opens a tab and waits for its form. */
    async openForm(tab: Form, options: Options = {}): Promise<Page> {
      const page = await open(tab, options)
      await openTab(page, tab)
      return page
    },
    /** Opens one page for all tests of a `describe`. Returns a function that opens a tab in it. */
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
    /** Opens the current public page. */
    async publicPage(): Promise<Page> {
      const page = await visit()
      await page.goto('/')
      return page
    },
    publicHtml: async (): Promise<string> => (await fetch(`${origin}/`)).text(),
    /** Calls the API, for example ('PUT /api/hero', { subtitle }), and returns the JSON of its answer. */
    async call<T = { id: string }>(line: string, body?: object): Promise<T> {
      return (await client(line, body)).json()
    },
  }
}

export type Panel = Awaited<ReturnType<typeof startPanel>>

export async function openTab(page: Page, tab: string): Promise<void> {
  await opener(page, tab).click()
  await page
    .getByRole(tab === 'Ajustes' ? 'region' : 'tabpanel', { name: tab })
    .getByRole('button', { name: 'Guardar Cambios' })
    .waitFor()
}

/** The visible tab, because other tabs are in the document too. */
export const tabpanel = (page: Page) => page.getByRole('tabpanel')

/** Finds a field by its label. Labels of required fields end in a star. */
export const field = (page: Page, label: string) => tabpanel(page).getByLabel(new RegExp(`^${label}[ *]*$`))

export const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

export const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()

export const saveButton = (page: Page) => tabpanel(page).getByRole('button', { name: 'Guardar Cambios' })

/** Finds the tab if it is marked as having unsaved changes. */
export const marked = (page: Page, tab: string) =>
  page.getByRole(tab === 'Ajustes' ? 'link' : 'tab', { name: `${tab} (cambios sin guardar)` })

/** Makes later calls with `methods` to `path` fail with a server error. */
export async function failing(page: Page, path: string, ...methods: string[]): Promise<void> {
  await page.route(`**${path}`, (route) =>
    methods.includes(route.request().method())
      ? route.fulfill({ status: 500, json: { error: 'Ocurrió un error inesperado.' } })
      : route.fallback(),
  )
}

/** The panel's question. Other dialogs have another role. */
export const question = (page: Page) => page.getByRole('alertdialog')

/** Presses a button of the panel's question, and returns the question and its detail. */
export async function answer(page: Page, button: string): Promise<string> {
  const text = await question(page).evaluate((dialog) =>
    ['aria-labelledby', 'aria-describedby']
      .flatMap((name) => document.getElementById(dialog.getAttribute(name) ?? '')?.textContent ?? [])
      .join('\n\n'),
  )
  // A toast inside the question may have a button with this name too.
  await question(page).getByRole('button', { name: button, exact: true }).and(page.locator(':not(.toast-area *)')).click()
  return text
}

export const names = (page: Page, level: number) => page.getByRole('heading', { level }).allTextContents()

export const dialog = (page: Page) => page.getByRole('dialog')

export const save = (page: Page) => dialog(page).getByRole('button', { name: 'Guardar', exact: true }).click()
