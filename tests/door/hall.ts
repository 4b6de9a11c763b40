/** A conference with registered people and a helper at the door. */
import type { BrowserContext, Page } from 'playwright-core'
import { type Client, createClient, succeeding } from '../../demo/client.ts'
import type { Product } from '../support/product.ts'
import { openSession, organiserOf } from '../support/session.ts'

export const helper = { email: 'puerta@ejemplo.gt', password: 'otra-frase-larga' }

type Hall = {
  organiser: Client
  /** Calls the door's API as another phone. */
  door: Client
  /** Registers a person. Returns the person's id and the text of the ticket's code. */
  register(name: string, more?: { company?: string; isCancelled?: boolean }): Promise<{ id: string; code: string }>
}

export async function openHall(product: Product): Promise<Hall> {
  const organiser = await organiserOf(product)
  await organiser('PUT /api/hero', { eventDate: new Date().toISOString() })
  await organiser('POST /api/users', { name: 'Helena Puerta', role: 'door', ...helper })
  const { Cookie } = await openSession(product, helper)
  let count = 0
  return {
    organiser,
    door: succeeding(createClient(product.origin, Cookie)),
    async register(name, { company = '', isCancelled = false } = {}) {
      const email = `persona${++count}@ejemplo.gt`
      const phone = '+502 5555 1234'
      const { id } = await (await organiser('POST /api/registrations/by-hand', { name, email, company, phone })).json()
      if (isCancelled) await organiser(`PUT /api/registrations/${id}`, { status: 'cancelled' })
      const { url } = await (await organiser(`GET /api/registrations/${id}/link`)).json()
      return { id, code: url }
    },
  }
}

/** Signs in to the door, and waits for the list. */
export async function signIn(page: Page): Promise<void> {
  await page.goto('/puerta')
  await enter(page)
}

/** Fills in the open sign-in form, and waits for the list. */
export async function enter(page: Page): Promise<void> {
  await page.getByLabel('Email').fill(helper.email)
  await page.getByLabel('Contraseña').fill(helper.password)
  await page.getByRole('button', { name: 'Iniciar Sesión' }).click()
  await page.getByRole('button', { name: 'Buscar' }).waitFor()
}

/** Waits until the service worker can open the door's page without network. */
export const isInstalled = (page: Page) =>
  page.waitForFunction(async () => (await navigator.serviceWorker.ready).active?.state === 'activated')

/** Collects each answer that the page shows, as 'ADELANTE Ana López', from the next load on. */
export async function noteAnswers(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const noted: string[] = []
    Object.assign(window, { answers: noted })
    addEventListener('DOMContentLoaded', () => {
      const screen = document.getElementById('answer')
      if (!screen) return
      const text = (id: string) => document.getElementById(id)?.textContent ?? ''
      new MutationObserver(() => {
        if (!screen.hidden) noted.push(`${text('answer-word')} ${text('answer-name')}`.trim())
      }).observe(screen, { attributes: true, attributeFilter: ['data-kind', 'hidden'] })
    })
  })
}

export const answersOf = (page: Page) => page.evaluate(() => (window as unknown as { answers: string[] }).answers)

/** Returns the people and door events that are stored on the phone. Both are empty while the phone has no database. */
export const keptBy = (page: Page) =>
  page.evaluate(async () => {
    const request = indexedDB.open('puerta')
    // The phone deletes its database before it makes a new one. Opening it in between must not leave one without stores.
    let isMissing = false
    request.onupgradeneeded = () => {
      isMissing = true
      request.transaction?.abort()
    }
    const db = await new Promise<IDBDatabase | null>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => (isMissing ? resolve(null) : reject(request.error))
    })
    if (!db) return { people: [], events: [] }
    const all = <T = Record<string, unknown>>(store: string) =>
      new Promise<T[]>((resolve) => {
        const asked = db.transaction(store).objectStore(store).getAll()
        asked.onsuccess = () => resolve(asked.result)
      })
    const list = (await all<string>('list')).flatMap((text): Record<string, unknown>[] => JSON.parse(text))
    const changed = await all('people')
    const people = [...new Map([...list, ...changed].map((person) => [person.id, person])).values()]
    const kept = { people, events: await all('events') }
    db.close()
    return kept
  })

/** Types a code as a scanner does, without choosing a field. */
export async function typeCode(page: Page, code: string): Promise<void> {
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
}

/** Returns a function for `expect.poll` that reads the word of the answer on the screen. */
export const word = (page: Page) => () =>
  page
    .locator('#answer:not([hidden]) #answer-word')
    .textContent({ timeout: 100 })
    .catch(() => '')
