import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { violations } from '../support/axe.ts'
import { sharedBrowser, sharedProduct } from '../support/fixtures.ts'
import { isFull, some } from '../support/full.ts'
import {
  deliver,
  hasFocus,
  islandsReady,
  letThrough,
  newVisitor,
  openRegistration,
  seeToast,
  signIn,
  toast,
} from '../support/pages.ts'
import { organiserOf } from '../support/session.ts'

const product = await sharedProduct()
const browser = await sharedBrowser()

/** Opens the page and fills in one of the two forms with this e-mail. `first` runs before the page's scripts. */
async function fillIn(kind: 'dialog' | 'inline', email: string, first?: () => void) {
  const visitor = await newVisitor(browser, product.origin, { viewport: { width: 360, height: 740 } })
  const { page } = visitor
  if (first) await page.addInitScript(first)
  await page.goto('/')
  const form = await open(page, kind)
  await form.getByLabel('Nombre completo').fill('Lucía Méndez')
  await form.getByLabel('Email').fill(email)
  await form.getByLabel('Teléfono').fill('+502 5555 0000')
  const send = () => form.getByRole('button', { name: 'Confirmar Registro' }).click()
  const retry = form.getByRole('button', { name: 'Reintentar' })
  return { ...visitor, form, send, retry, registered: isThanked(page, kind) }
}

async function open(page: Page, kind: 'dialog' | 'inline') {
  if (kind === 'dialog') return openRegistration(page)
  await islandsReady(page)
  return page.getByRole('region', { name: 'Regístrate y reserva tu espacio' })
}

const isThanked = (page: Page, kind: 'dialog' | 'inline') => () =>
  kind === 'dialog'
    ? toast(page, '¡Registro exitoso!').waitFor()
    : page.getByText('¡Registro exitoso! Te contactaremos pronto.').waitFor()

/** Returns the registered e-mails that begin with `start`. */
async function stored(start: string): Promise<string[]> {
  const organiser = await organiserOf(product)
  const list: { email: string }[] = await (await organiser('GET /api/registrations')).json()
  return list.map(({ email }) => email).filter((email) => email.startsWith(start))
}

const forms = ['dialog', 'inline'] as const

const failure = ['Error en el registro', 'Hubo un problema al procesar tu registro. Inténtalo de nuevo.'] as const

test.each(some(forms, 1))('the %s form reports a lost connection, and is sent automatically once online', async (kind) => {
  const { page, context, form, send, retry, registered } = await fillIn(kind, `sin-red-${kind}@ejemplo.gt`)
  await context.setOffline(true)
  await send()
  await form.getByText('No hay conexión a internet. Lo que escribiste sigue aquí y se enviará solo cuando vuelva.').waitFor()
  await retry.waitFor()
  if (kind === 'dialog') await seeToast(page, ...failure)
  expect(await violations(page), 'offline').toEqual([])
  await context.setOffline(false)
  await registered()
  expect(await stored(`sin-red-${kind}`)).toHaveLength(1)
})

test.runIf(isFull).each(forms)('the %s form is not sent automatically if its text was changed while offline', async (kind) => {
  const { context, form, send, retry, registered } = await fillIn(kind, `sin-pres-${kind}@ejemplo.gt`)
  await context.setOffline(true)
  await send()
  await retry.waitFor()
  await form.getByLabel('Email').fill(`sin-prisa-${kind}@ejemplo.gt`)
  await context.setOffline(false)
  // A form that the visitor has changed is not sent again by itself.
  await form.getByLabel('Teléfono').fill('+502 5555 1111')
  expect(await stored('sin-p')).not.toContain(`sin-prisa-${kind}@ejemplo.gt`)
  await retry.click()
  await registered()
  expect(await stored('sin-p')).toContain(`sin-prisa-${kind}@ejemplo.gt`)
})

test.each(some(forms, 1))('the %s form stores one registration if it is sent again after a lost answer', async (kind) => {
  const { page, form, send, retry, registered } = await fillIn(kind, `perdida-mal-${kind}@ejemplo.gt`)
  await page.route('**/api/registrations', async (route) => {
    await deliver(route)
    await route.abort()
  })
  await send()
  await form.getByText('No se pudo llegar al servidor. Lo que escribiste sigue aquí.').waitFor()
  expect(await stored('perdida-')).toContain(`perdida-mal-${kind}@ejemplo.gt`)
  await letThrough(page, '**/api/registrations')

  // The key stays the same after a reload, so that the corrected e-mail changes the first registration.
  await page.reload()
  const again = await open(page, kind)
  await page.waitForFunction(() => [...document.querySelectorAll('input')].some(({ value }) => value === 'Lucía Méndez'))
  await again.getByLabel('Email').fill(`perdida-bien-${kind}@ejemplo.gt`)
  expect(await retry.count()).toBe(0)
  await send()
  await registered()
  expect((await stored('perdida-')).filter((email) => email.includes(kind))).toEqual([`perdida-bien-${kind}@ejemplo.gt`])
})

const delays = [
  [429, 'dialog'],
  [503, 'inline'],
] as const

test.each(some(delays, 1))(
  'after the status %i, the %s form shows when it tries again, and then does so',
  async (status, kind) => {
    const { page, form, send, retry, registered } = await fillIn(kind, `espera-${status}@ejemplo.gt`)
    const answers: number[] = []
    await page.route('**/api/registrations', async (route) => {
      answers.push(answers.length === 0 ? status : 0)
      if (answers.length > 1) return route.continue()
      return route.fulfill({ status, headers: { 'Retry-After': '60' }, json: { error: 'x' } })
    })
    await page.clock.install()
    await send()
    await form
      .getByText('Hay muchos registros en este momento. Lo que escribiste sigue aquí y se enviará solo en unos 60 segundos.')
      .waitFor()
    await retry.waitFor()
    // The page waits up to half as long again, so that visitors do not all retry together.
    await page.clock.fastForward('00:40')
    expect(answers).toHaveLength(1)
    await page.clock.fastForward('01:00')
    await registered()
    expect([answers.length, await stored(`espera-${status}`)]).toEqual([2, [`espera-${status}@ejemplo.gt`]])
  },
)

const lostAnswers = [
  ['is sent again when the connection is back soon', '04:00', 2, false],
  ['is not sent again long afterwards, when it may have been cancelled', '06:00', 1, false],
  ['is not sent again long afterwards, if the connection broke in the meantime', '06:00', 1, true],
] as const

test.each(some(lostAnswers, 2))('after a lost answer, a registration %s', async (_, later, times, breaks) => {
  const { page, context, form, send, retry } = await fillIn('inline', `duda-${times}-${breaks}@ejemplo.gt`)
  let sent = 0
  await page.route('**/api/registrations', async (route) => {
    sent++
    await deliver(route)
    if (breaks) await context.setOffline(true)
    await route.abort()
  })
  await page.clock.install()
  await send()
  await retry.waitFor()
  await page.clock.fastForward(later)
  if (breaks) await context.setOffline(false)
  await page.evaluate(() => dispatchEvent(new Event('online')))
  // Waits until the button is idle, which shows that no request is being sent.
  await form.locator('[data-busy-text]:not([aria-disabled])').waitFor()
  expect(sent).toBe(times)
})

const failures = [
  ['a server error', 500, { error: 'x' }, failure[1]],
  ['an overload', 429, { error: 'x' }, failure[1]],
  ['a refused field', 422, { error: 'x', fields: { email: 'Email válido requerido' } }, failure[1]],
  ['a closed registration', 409, { error: 'El registro ya cerró.', reason: 'closed' }, 'El registro ya cerró.'],
] as const

test.each(some(failures, 1))(
  'after %s, the registration dialog stays open with an error, also at a second attempt',
  async (_, status, json, text) => {
    const { page, form, send } = await fillIn('dialog', `falla-${status}@ejemplo.gt`)
    await page.route('**/api/registrations', (route) => route.fulfill({ status, json }))
    for (const attempt of ['first', 'second']) {
      await send()
      await seeToast(page, failure[0], text)
      expect([attempt, await page.locator('.toast-area .alert-error').count()]).toEqual([attempt, 1])
      await form.getByRole('button', { name: 'Cerrar aviso' }).click()
    }
    expect(await form.getByLabel('Nombre completo').inputValue()).toBe('Lucía Méndez')
  },
)

test('stores two registrations that are made one after the other on one computer', async () => {
  const { form, send, registered } = await fillIn('inline', 'primera@ejemplo.gt')
  await send()
  await registered()
  await form.getByLabel('Nombre completo').fill('Otra Persona')
  await form.getByLabel('Email').fill('segunda@ejemplo.gt')
  await form.getByLabel('Teléfono').fill('1')
  await send()
  await expect.poll(() => stored('segunda')).toHaveLength(1)
  expect(await stored('primera')).toHaveLength(1)
})

test.each(some(forms, 1))('the honeypot field of the %s form is hidden from eyes, keyboard and screen readers', async (kind) => {
  const { page, form } = await fillIn(kind, 'nadie@ejemplo.gt')
  const field = page.locator('input[name="reserved"]').last()
  expect([await field.isVisible(), await field.inputValue()]).toEqual([false, ''])
  const heard = await form.getByRole('textbox').evaluateAll((all) => all.map((element) => element.getAttribute('name')))
  expect([heard.includes('email'), heard.includes('reserved')]).toEqual([true, false])
  await form.getByLabel('Nombre completo').focus()
  const focused: string[] = []
  for (let count = 0; count < 8; count++) {
    await page.keyboard.press('Tab')
    focused.push(await page.evaluate(() => document.activeElement?.getAttribute('name') ?? ''))
  }
  expect(focused).toContain('phone')
  expect(focused).not.toContain('reserved')
})

test.each(some(forms, 1))('the %s form shows its hidden field if a program filled it in, and can be sent again', async (kind) => {
  const email = `llenado-${kind}@ejemplo.gt`
  const { page, form, send, registered } = await fillIn(kind, email)
  const trap = page.locator('input[name="reserved"]').last()
  await trap.evaluate((field: HTMLInputElement) => {
    field.value = 'https://ana.example'
  })
  await send()
  await form.getByText('Este campo debe quedar vacío').waitFor()
  expect([await trap.isVisible(), await trap.inputValue(), await stored(`llenado-${kind}`)]).toEqual([true, '', []])
  await send()
  await registered()
  expect(await stored(`llenado-${kind}`)).toHaveLength(1)
})

test('the panel shows the text and time of a visitor’s consent', async () => {
  const { form, send, registered } = await fillIn('dialog', 'acuerdo@ejemplo.gt')
  await form.getByLabel('Acepto recibir información').check()
  await send()
  await registered()
  const { page } = await newVisitor(browser, product.origin)
  await signIn(page)
  await page.getByRole('tab', { name: 'Registros' }).click()
  await page.getByRole('row').filter({ hasText: 'acuerdo@ejemplo.gt' }).getByRole('button', { name: /Ver/ }).click()
  const detail = page.getByRole('dialog', { name: 'Detalle del Registro' })
  await detail
    .getByText(/^«Acepto recibir información sobre futuros eventos y novedades», el \d\d\/\d\d\/\d{4} a las \d\d:\d\d$/)
    .waitFor()
})

test('a page loaded before the waiting list opened can show that the visitor is waiting', async () => {
  const { page, form, send } = await fillIn('inline', 'tarde@ejemplo.gt')
  expect(await page.locator('#registro-en-espera').count()).toBe(0)
  const organiser = await organiserOf(product)
  const limit = (capacity: number | null) => organiser('PUT /api/places', { capacity, waitlist: true })
  await organiser('POST /api/registrations', { name: 'Ana', email: 'antes@ejemplo.gt' })
  expect((await limit(1)).status).toBe(200)
  try {
    await send()
    const notice = form.getByText('Los lugares están ocupados: quedas en la lista de espera')
    await notice.waitFor()
    await expect.poll(hasFocus(notice)).toBe(true)
    expect(await form.getByText('¡Registro exitoso!').isVisible()).toBe(false)
  } finally {
    await limit(null)
  }
})

test.each(some(forms, 1))(
  'the %s form stores one registration after a lost answer, even without browser storage',
  async (kind) => {
    const email = `lleno-${kind}@ejemplo.gt`
    const refuseAll = () => {
      const setItem = Storage.prototype.setItem
      Storage.prototype.setItem = function (...item) {
        if (this === sessionStorage) throw new DOMException('full', 'QuotaExceededError')
        setItem.apply(this, item)
      }
    }
    const { page, send, retry, registered, complaints } = await fillIn(kind, email, refuseAll)
    const keys: (string | undefined)[] = []
    await page.route('**/api/registrations', async (route) => {
      keys.push(route.request().headers()['idempotency-key'])
      if (keys.length > 1) return route.continue()
      await deliver(route)
      await route.fulfill({ status: 500, json: { error: 'x' } })
    })
    await send()
    await retry.click()
    await registered()
    expect([keys.length, new Set(keys).size, keys[0] !== undefined]).toEqual([2, 1, true])
    expect(await stored('lleno-')).toContain(email)
    const isNoted = (text: string) => text.startsWith('Failed to load resource: the server responded with a status of 500')
    expect(complaints.filter((text) => !isNoted(text))).toEqual(['registration failed 500: x'])
  },
)
