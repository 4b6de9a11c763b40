/** Fixtures for tests of the panel: a server and a browser for a file, a signed-in page for a test. */
import type { BrowserContextOptions, Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import { sharedBrowser, sharedProduct } from './fixtures.ts'
import { newVisitor } from './pages.ts'
import { openSession, pageStateOf } from './session.ts'

type Tab = 'Hero' | 'About' | 'Benefits' | 'Segments' | 'Speakers' | 'Agenda' | 'Partners' | 'Registros' | 'Usuarios'
type Options = BrowserContextOptions & { prepare?: (page: Page) => Promise<unknown> }

// The browser notes answers that a test asks for; anything else on the console is a defect.
const isNoted = (message: string) =>
  /^Failed to load resource: (net::ERR_FAILED|net::ERR_INTERNET_DISCONNECTED|the server responded with a status of (401|403|409|413|415|422|500))/.test(
    message,
  )

/** To be awaited once at the top of a test file. */
export async function startPanel() {
  const product = await sharedProduct()
  const browser = await sharedBrowser()
  const headers = await openSession(product)
  const session = pageStateOf(headers)

  /** A page that is gone when the test is over, having had nothing to complain about. */
  async function visit(options: BrowserContextOptions = {}): Promise<Page> {
    const { page, complaints } = await newVisitor(browser, product.origin, options)
    onTestFinished(() => expect(complaints.filter((message) => !isNoted(message))).toEqual([]))
    return page
  }

  return {
    visit,
    browser,
    session,
    origin: product.origin,
    dataDir: product.dataDir,
    /** The panel with this tab open. `prepare` is for what must be in place before the first request. */
    async open(tab: Tab, { prepare, ...options }: Options = {}): Promise<Page> {
      const page = await visit({ storageState: session, ...options })
      await prepare?.(page)
      await page.goto('/admin')
      await page.getByRole('tab', { name: tab, exact: true }).click()
      return page
    },
    /** The public page as it is now. */
    async publicPage(): Promise<Page> {
      const page = await visit()
      await page.goto('/')
      return page
    },
    /** Calls the API as the panel does, and returns what it answers. */
    async call<T = { id: string }>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object): Promise<T> {
      const response = await fetch(product.origin + path, {
        method,
        headers: { ...headers, ...(body && { 'Content-Type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      })
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
      return response.json()
    },
  }
}

type Panel = Awaited<ReturnType<typeof startPanel>>

/** Deletes all items of the collections at these paths, in the order given. */
export async function clear({ call }: Panel, ...paths: string[]): Promise<void> {
  for (const path of paths) {
    for (const { id } of await call<{ id: string }[]>('GET', path)) await call('DELETE', `${path}/${id}`)
  }
}

export const addSpeaker = ({ call }: Panel, name: string, fields: object = {}) =>
  call('POST', '/api/speakers', { name, title: 'CTO', company: 'Labs', ...fields })

export const addScenario = ({ call }: Panel, name: string) => call('POST', '/api/agenda/scenarios', { name })

export const addEvent = ({ call }: Panel, scenarioId: string, title: string, startTime: string) =>
  call('POST', '/api/agenda/events', { scenarioId, title, startTime })

/** The names of the speakers on the public page, in their order. */
export async function publishedSpeakers({ publicPage }: Panel): Promise<string[]> {
  const page = await publicPage()
  return page.locator('#speakers h3').allTextContents()
}

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

export const save = (page: Page) => dialog(page).getByRole('button', { name: 'Guardar' }).click()
