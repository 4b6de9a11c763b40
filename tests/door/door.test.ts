import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { dayMs, daysAfter, minuteMs } from '../../data/time.ts'
import { violationsInBoth } from '../support/axe.ts'
import { sharedBrowser, sharedProduct } from '../support/fixtures.ts'
import { isFull, some } from '../support/full.ts'
import { hasFocus, newVisitor } from '../support/pages.ts'
import { enter, helper, isInstalled, keptBy, openHall, signIn, typeCode, word } from './hall.ts'

const product = await sharedProduct()
const browser = await sharedBrowser()
const hall = await openHall(product)
const ana = await hall.register('Ana López', { company: 'Xela Software' })
await hall.register('Luis Pérez')
const sara = await hall.register('Sara Sesión')
const clara = await hall.register('Clara Lucía Hernández de la Cruz', { company: 'Universidad del Valle de Guatemala' })
await hall.organiser('PUT /api/places', { capacity: 4, waitlist: true })
const eva = await hall.register('Eva Morales')
const raul = await hall.register('Raúl Gómez', { isCancelled: true })

/** Opens the door's page in a new context with a phone's screen. */
async function newPhone() {
  const viewport = { width: 360, height: 640 }
  const { page, context, complaints } = await newVisitor(browser, product.origin, { serviceWorkers: 'allow', viewport })
  const isNoted = (text: string) =>
    /^Failed to load resource: (net::ERR_(INTERNET_DISCONNECTED|CONNECTION_\w+|EMPTY_RESPONSE)|.*status of (401|410|422))/.test(
      text,
    )
  onTestFinished(() => expect(complaints.filter((text) => !isNoted(text))).toEqual([]))
  await signIn(page)
  return { page, context }
}

const line = (page: Page) => page.locator('#line')

/** Moves the event to a number of days from now, and gives it 100 places. */
async function moveEvent(days: number): Promise<void> {
  await hall.organiser('PUT /api/places', { capacity: 100 })
  await hall.organiser('PUT /api/hero', { eventDate: daysAfter(new Date().toISOString(), days) })
}

test('a phone at the door works offline, and sends its arrivals once it is online', async () => {
  const { page, context } = await newPhone()
  await isInstalled(page)
  await context.setOffline(true)
  // Ends the server too, because the browser's offline switch lets some requests through.
  await product.end()
  await page.reload()
  await page.getByText('Han entrado 0 de 4').waitFor()

  // A scanner that types must not press the focused button.
  await page.getByRole('button', { name: 'Ajustes' }).focus()
  await typeCode(page, ana.code)
  await expect.poll(word(page)).toBe('Adelante')
  await page.getByText('Xela Software').waitFor()
  await typeCode(page, ana.code)
  await expect.poll(word(page)).toBe('Ya entró')
  await typeCode(page, eva.code)
  await expect.poll(word(page)).toBe('En espera')
  await typeCode(page, raul.code)
  await expect.poll(word(page)).toBe('Cancelado')
  await typeCode(page, ana.code.replace(/.{22}$/, 'AAAAAAAAAAAAAAAAAAAAAA'))
  await expect.poll(word(page)).toBe('No está')
  await page.getByRole('button', { name: 'Buscar por nombre' }).click()

  // Searches a name with a typing error, and adds a walk-in.
  await page.getByLabel('Nombre o empresa').fill('peres luis')
  await page.getByRole('button', { name: 'Luis Pérez' }).click()
  await expect.poll(word(page)).toBe('Adelante')
  await page.getByRole('button', { name: 'Deshacer' }).click()
  await expect.poll(word(page)).toBe('Deshecho')
  await page.getByRole('button', { name: 'Siguiente' }).click()
  await page.getByRole('button', { name: 'Luis Pérez' }).click()
  await expect.poll(word(page)).toBe('Adelante')
  await page.getByRole('button', { name: 'Siguiente' }).click()
  await page.getByRole('button', { name: 'Sin registro', exact: true }).click()
  await page.getByLabel('Nombre', { exact: true }).fill('Nora Sin Registro')
  await page.getByLabel('Correo (opcional)').fill('nora@ejemplo.gt')
  await page.getByRole('button', { name: 'Dar entrada' }).click()
  await expect.poll(word(page)).toBe('Adelante')

  await page.reload()
  await page.getByText('Han entrado 3 de 5').waitFor()
  await expect.poll(() => line(page).textContent()).toMatch(/^Sin conexión · 5 por enviar · lista/)

  await product.restart()
  await context.setOffline(false)
  await expect.poll(() => line(page).textContent()).toBe('Lista al día')
  const after = await (await hall.door('GET /api/door/summary')).json()
  expect(after).toMatchObject({ arrived: 3, walkIns: 1, doublesSeen: [] })

  // The phone's list and log contain only the fields that a door needs.
  const { people, events } = await keptBy(page)
  const fields = ['arrivedAt', 'company', 'door', 'id', 'name', 'status', 'ticket']
  expect(people.map((person) => Object.keys(person).toSorted())).toEqual(people.map(() => fields))
  expect(people).toHaveLength(7)
  const text = JSON.stringify([people, events])
  // With a space, because an id may contain 5555.
  for (const secret of ['@', '5555 1234', ana.code.slice(-22)]) expect(text).not.toContain(secret)
})

test('if a person is let in twice, every phone at the door shows that with both times', async () => {
  const { page } = await newPhone()
  const { id } = await hall.register('Diego Doble')
  const at = (minutesAgo: number) => new Date(Date.now() - minutesAgo * minuteMs).toISOString()
  const arrivals = [
    { id: `${id}-a`, registration: id, at: at(4), door: 'puerta A' },
    { id: `${id}-b`, registration: id, at: at(2), door: 'puerta B' },
  ]
  for (const arrival of arrivals) await hall.door('POST /api/door/arrivals', { device: arrival.door, arrivals: [arrival] })
  await page.reload()
  await page.getByText(/Diego Doble entró dos veces: puerta A \d+:\d\d, puerta B \d+:\d\d/).waitFor()
  await page.getByRole('button', { name: 'Enterado' }).click()
  expect(await page.getByText('entró dos veces').filter({ visible: true }).count()).toBe(0)
})

test.runIf(isFull)('if two offline phones let one person in, both show that once they are online', async () => {
  const { id, code } = await hall.register('Delia Doble')
  await hall.organiser(`POST /api/registrations/${id}/seat`, { over: true })
  const phones = [await newPhone(), await newPhone()]
  for (const [index, { page, context }] of phones.entries()) {
    await page.getByRole('button', { name: 'Ajustes' }).click()
    await page.getByLabel('¿Qué puerta es esta?').fill(`Puerta ${index + 1}`)
    await page.getByRole('button', { name: 'Listo' }).click()
    await expect.poll(() => line(page).textContent()).toBe('Lista al día')
    await context.setOffline(true)
    await typeCode(page, code)
    await expect.poll(word(page)).toBe('Adelante')
    await page.keyboard.press('Escape')
    await expect.poll(() => line(page).textContent()).toMatch(/^Sin conexión/)
  }
  const told = (page: Page) => page.getByText(/^Delia Doble entró dos veces: Puerta 1 \d+:\d\d, Puerta 2 \d+:\d\d$/)
  for (const { context, page } of phones) {
    await context.setOffline(false)
    await expect.poll(() => line(page).textContent()).toBe('Lista al día')
  }
  const [first, second] = phones.map(({ page }) => page)
  if (second) await told(second).waitFor()
  // The first phone was online before the second arrival was sent, so it must ask again. It does so when its network is back.
  await phones[0]?.context.setOffline(true)
  await expect.poll(() => first && line(first).textContent()).toMatch(/^Sin conexión/)
  await phones[0]?.context.setOffline(false)
  if (first) await told(first).waitFor()
  const { arrived, doublesSeen } = await (await hall.door('GET /api/door/summary')).json()
  expect([arrived > 0, doublesSeen.filter(({ registration }: { registration: string }) => registration === id)]).toMatchObject([
    true,
    [{ doors: ['Puerta 1', 'Puerta 2'] }],
  ])
})

test('a phone at the door still lets people in after its sign-in session ended', async () => {
  const { page, context } = await newPhone()
  await context.clearCookies()
  await typeCode(page, sara.code)
  await expect.poll(word(page)).toBe('Adelante')
  await page.keyboard.press('Escape')
  await expect.poll(() => line(page).textContent()).toBe('Tu sesión terminó: entra para mandar 1')
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  await page.getByRole('button', { name: 'Seguir sin conexión' }).click()
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  await enter(page)
  await expect.poll(() => line(page).textContent()).toBe('Lista al día')
})

test.runIf(isFull)('the form for people without a registration moves the focus to an invalid field', async () => {
  const { page } = await newPhone()
  await page.getByRole('button', { name: 'Sin registro', exact: true }).click()
  await page.getByRole('button', { name: 'Dar entrada' }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.type('Nora')
  await page.getByLabel('Correo (opcional)').fill('nora@')
  await page.getByRole('button', { name: 'Dar entrada' }).click()
  // The browser accepts `nora@ejemplo`, but the server would refuse it.
  await page.keyboard.type('ejemplo')
  await page.getByRole('button', { name: 'Dar entrada' }).click()
  await page.keyboard.type('.gt')
  expect(await page.getByLabel('Nombre', { exact: true }).inputValue()).toBe('Nora')
  expect(await page.getByLabel('Correo (opcional)').inputValue()).toBe('nora@ejemplo.gt')

  await page.getByRole('button', { name: 'Buscar', exact: true }).click()
  await page.keyboard.type('luis')
  await page.getByRole('button', { name: 'Buscar', exact: true }).click()
  await page.keyboard.type('ana')
  await page.getByRole('button', { name: 'Ana López' }).waitFor()
})

test('every screen of the door is accessible in light and dark on a small phone', async () => {
  const { page, context } = await newPhone()
  await page.setViewportSize({ width: 320, height: 568 })
  expect(await violationsInBoth(page)).toEqual([])
  expect(await lowButtons(page)).toEqual([])
  const answers = [
    [clara.code, 'Adelante'],
    ['A'.repeat(22), 'No está'],
    [clara.code, 'Ya entró'],
    [eva.code, 'En espera'],
    [raul.code, 'Cancelado'],
  ] as const
  for (const [shown, expected] of some(answers, 2)) {
    await typeCode(page, shown)
    await expect.poll(word(page)).toBe(expected)
    expect([expected, await violationsInBoth(page)]).toEqual([expected, []])
    // No text is cut off, and every button is at least 44 px high.
    expect([expected, await cutOff(page)]).toEqual([expected, []])
  }
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Buscar', exact: true }).click()
  await page.getByLabel('Nombre o empresa').fill('a')
  expect(await violationsInBoth(page)).toEqual([])
  await page.getByRole('button', { name: 'Sin registro', exact: true }).click()
  expect(await violationsInBoth(page)).toEqual([])
  await page.getByRole('button', { name: 'Ajustes' }).click()
  expect(await violationsInBoth(page)).toEqual([])
  expect(await lowButtons(page)).toEqual([])
  await page.getByRole('button', { name: 'Listo' }).click()
  await context.clearCookies()
  await page.goto('/puerta?quiosco')
  await page.getByRole('button', { name: 'Abrir la cámara' }).waitFor()
  await page.getByText('Muestra tu código').waitFor()
  expect(await violationsInBoth(page)).toEqual([])
})

/** Returns the texts of buttons that are less than 44 px high. */
const lowButtons = (page: Page) =>
  page
    .locator('.btn:visible')
    .evaluateAll((found) => found.filter((each) => each.getBoundingClientRect().height < 44).map((each) => each.textContent))

/** Returns texts that are wider than their box, and buttons that are too low. */
const cutOff = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('#answer:not([hidden]) :is(p, button, .door-said):not([hidden])')].flatMap(
      (each) => {
        // The message must be visible without scrolling.
        if (each.matches('.door-said')) return each.scrollHeight > each.clientHeight ? ['door-said'] : []
        const isSmall = each instanceof HTMLButtonElement && each.offsetHeight > 0 && each.offsetHeight < 44
        return each.scrollWidth > each.clientWidth || each.getBoundingClientRect().right > innerWidth || isSmall ? [each.id] : []
      },
    ),
  )

test('door staff who open the panel or its sign-in are led to the page of the door', async () => {
  const { page } = await newPhone()
  await page.goto('/admin')
  await page.waitForURL('**/puerta')
})

/** Expects that the phone has no personal data, also after a reload. */
async function isWiped(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Iniciar Sesión' }).waitFor()
  await expect.poll(() => keptBy(page)).toEqual({ people: [], events: [] })
  await page.reload()
  await page.getByRole('button', { name: 'Iniciar Sesión' }).waitFor()
}

test('a phone that an administrator removed deletes its attendee list', async () => {
  const { page } = await newPhone()
  await expect.poll(() => line(page).textContent()).toBe('Lista al día')
  const devices: { id: string }[] = await (await hall.organiser('GET /api/door/devices')).json()
  await hall.organiser(`DELETE /api/door/devices/${devices[0]?.id}`)
  await typeCode(page, ana.code)
  await page.getByText('Un administrador quitó la lista de este teléfono.').waitFor()
  await isWiped(page)
})

test.runIf(isFull)('a phone deletes the attendee list at a sign-out and 3 days after the event', async () => {
  const { page } = await newPhone()
  await page.getByRole('button', { name: 'Ajustes' }).click()
  await page.getByRole('button', { name: 'Cerrar sesión y borrar la lista' }).click()
  await isWiped(page)

  await signIn(page)
  await moveEvent(-5)
  await page.evaluate(() => dispatchEvent(new Event('online')))
  const gone = page.getByText('El evento terminó. La lista se borró de este teléfono.')
  await gone.waitFor()
  // The message stays after the next refused sync.
  const refused = page.waitForResponse((response) => response.url().includes('/api/door/list') && response.status() === 410)
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await refused
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
  expect(await gone.isVisible()).toBe(true)
  await isWiped(page)
})

test('a helper who signs in before the door opens reads when it opens, and no sign-in form', async () => {
  await moveEvent(30)
  const { page } = await newVisitor(browser, product.origin)
  await page.goto('/puerta')
  await page.getByLabel('Email').fill(helper.email)
  await page.getByLabel('Contraseña').fill(helper.password)
  await page.getByRole('button', { name: 'Iniciar Sesión' }).click()
  await page.getByText('La puerta se abre tres días antes del evento. Abre esta página otra vez ese día.').waitFor()
  expect(await page.getByRole('button').filter({ visible: true }).count()).toBe(0)
  expect(await page.getByLabel('Contraseña').isVisible()).toBe(false)
})

test('after signing out, a phone at the door contains no personal data', async () => {
  await moveEvent(1)
  const { page } = await newPhone()
  const { id, code } = await hall.register('Salma Salida')
  const at = new Date(Date.now() - minuteMs).toISOString()
  for (const door of ['A', 'B'])
    await hall.door('POST /api/door/arrivals', { device: door, arrivals: [{ id: `${id}-${door}`, registration: id, at, door }] })
  await page.reload()
  await page.getByText('Salma Salida entró dos veces').waitFor()
  await page.getByRole('button', { name: 'Sin registro', exact: true }).click()
  await page.getByLabel('Nombre', { exact: true }).fill('Wanda Sin Registro')
  await page.getByRole('button', { name: 'Buscar', exact: true }).click()
  await page.getByLabel('Nombre o empresa').fill('ana')
  await page.getByRole('button', { name: 'Ana López' }).waitFor()
  await typeCode(page, code)
  await expect.poll(word(page)).toBe('Ya entró')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Ajustes' }).click()
  await page.getByRole('button', { name: 'Cerrar sesión y borrar la lista' }).click()
  await page.getByRole('button', { name: 'Iniciar Sesión' }).waitFor()
  const remains = await page.evaluate(() => [
    document.documentElement.innerHTML,
    ...[...document.querySelectorAll('input')].map(({ value }) => value),
    JSON.stringify([localStorage, sessionStorage]),
  ])
  for (const name of ['Salma', 'Wanda', 'Ana López', 'Xela'])
    expect([name, remains.join(' ').includes(name)]).toEqual([name, false])
  await expect.poll(() => keptBy(page)).toEqual({ people: [], events: [] })
})

test.runIf(isFull)('codes scanned while another tab uses the door are processed once that tab is closed', async () => {
  await moveEvent(1)
  const { id, code } = await hall.register('Celia Código')
  const { page, context } = await newPhone()
  const other = await context.newPage()
  await other.goto('/puerta')
  await other.getByRole('button', { name: 'Buscar' }).waitFor()
  await page.bringToFront()
  await page.getByRole('button', { name: 'Usarla aquí' }).focus()
  await typeCode(page, code)
  await page.getByText('1 código espera.').waitFor()
  await other.close()
  await expect.poll(word(page)).toBe('Adelante')
  await page.getByText('Celia Código').waitFor()
  await page.keyboard.press('Escape')
  // The first tab works as before when the user takes the door back there.
  const third = await context.newPage()
  await third.goto('/puerta')
  await page.getByRole('button', { name: 'Usarla aquí' }).click()
  await page.getByRole('button', { name: 'Buscar' }).waitFor()
  await third.getByRole('button', { name: 'Usarla aquí' }).waitFor()
  await expect.poll(() => line(page).textContent()).toBe('Lista al día')
  const people: { id: string; arrivedAt: string | null }[] = await (await hall.organiser('GET /api/registrations')).json()
  expect(people.find((person) => person.id === id)?.arrivedAt).not.toBeNull()
})

test.runIf(isFull)('if the server rejects the e-mail of a person added at the door, sends them without it', async () => {
  await moveEvent(1)
  const { code } = await hall.register('Pablo Después')
  const { page } = await newPhone()
  const [wrong, refused] = ['mal@ejemplo.gt', 'Nadie Nunca']
  await page.route('**/api/door/walk-in', (route) => {
    const { name, email } = route.request().postDataJSON()
    return email === wrong || name === refused
      ? route.fulfill({ status: 422, json: { error: 'Revisa los campos.' } })
      : route.continue()
  })
  await page.getByRole('button', { name: 'Sin registro', exact: true }).click()
  for (const [name, email] of [
    ['Marta Malescrita', wrong],
    [refused, ''],
  ] as const) {
    await page.getByLabel('Nombre', { exact: true }).fill(name)
    await page.getByLabel('Correo (opcional)').fill(email)
    await page.getByRole('button', { name: 'Dar entrada' }).click()
    await expect.poll(word(page)).toBe('Adelante')
    await page.getByRole('button', { name: 'Siguiente' }).click()
  }
  await typeCode(page, code)
  const people = async (): Promise<{ name: string; email: string; arrivedAt: string | null }[]> =>
    (await hall.organiser('GET /api/registrations')).json()
  const arrived = async () => (await people()).filter(({ arrivedAt }) => arrivedAt !== null).map(({ name }) => name)
  await expect.poll(arrived).toEqual(expect.arrayContaining(['Marta Malescrita', 'Pablo Después']))
  await expect.poll(() => line(page).textContent()).toBe('1 por enviar · lista al día')
  expect(JSON.stringify(await people())).not.toContain(wrong)
})

/** A phone without network that has not sent the arrival of `code` yet. */
async function phoneWithUnsentArrival(code: string) {
  const { page, context } = await newPhone()
  await isInstalled(page)
  await expect.poll(() => line(page).textContent()).toBe('Lista al día')
  await context.setOffline(true)
  await typeCode(page, code)
  await expect.poll(word(page)).toBe('Adelante')
  return { page, context }
}

test.runIf(isFull)('unsent arrivals stay on the phone after the event until they are sent', async () => {
  await moveEvent(1)
  const { id, code } = await hall.register('Olga Sin Red')
  const { page, context } = await phoneWithUnsentArrival(code)
  await page.clock.setSystemTime(Date.now() + 10 * dayMs)
  await page.reload()
  await expect.poll(() => line(page).textContent()).toContain('1 por enviar')
  expect(await keptBy(page)).toMatchObject({ people: [], events: [{ registration: id, isSent: false }] })

  await moveEvent(-5)
  await context.setOffline(false)
  await page.getByText('El evento terminó. La lista se borró de este teléfono.').waitFor()
  await expect.poll(() => keptBy(page)).toEqual({ people: [], events: [] })
  const people: { id: string; arrivedAt: string | null }[] = await (await hall.organiser('GET /api/registrations')).json()
  expect(people.find((person) => person.id === id)?.arrivedAt).not.toBeNull()
})

test.runIf(isFull)('a phone with unsent arrivals asks before a sign-out', async () => {
  await moveEvent(1)
  const { code } = await hall.register('Nora Sin Red')
  const { page } = await phoneWithUnsentArrival(code)
  const question = page.getByRole('alertdialog', { name: '¿Cerrar sesión?' })
  const signOut = page.getByRole('button', { name: 'Cerrar sesión y borrar la lista' })
  await page.getByRole('button', { name: 'Ajustes' }).click()
  const ways = [
    () => page.keyboard.press('Enter'),
    () => page.keyboard.press('Escape'),
    () => page.mouse.click(5, 5),
    () => question.getByRole('button', { name: 'Cancelar' }).click(),
  ]
  for (const refuse of ways) {
    await signOut.click()
    await question.getByText('Hay 1 por enviar y no hay conexión. Si cierras sesión, se pierden.').waitFor()
    await refuse()
    await question.waitFor({ state: 'hidden' })
    await expect.poll(hasFocus(signOut)).toBe(true)
  }
  expect((await keptBy(page)).events).toHaveLength(1)
  await signOut.click()
  await question.waitFor()
  expect(await violationsInBoth(page)).toEqual([])
  await question.getByRole('button', { name: 'Cerrar sesión' }).click()
  await expect.poll(() => keptBy(page)).toEqual({ people: [], events: [] })
})

test.runIf(isFull)('a phone whose clock is days ahead reloads the attendee list once it is online', async () => {
  await moveEvent(1)
  const { code } = await hall.register('Rita Reloj')
  const { page, context } = await newPhone()
  await isInstalled(page)
  await expect.poll(() => line(page).textContent()).toBe('Lista al día')
  const whole = (await keptBy(page)).people.length
  await context.setOffline(true)
  await typeCode(page, code)
  await expect.poll(word(page)).toBe('Adelante')
  await page.clock.setSystemTime(Date.now() + 10 * dayMs)
  await page.reload()
  await expect.poll(() => line(page).textContent()).toContain('1 por enviar')
  expect((await keptBy(page)).people).toEqual([])
  await context.setOffline(false)
  await expect.poll(async () => (await keptBy(page)).people.length).toBe(whole)
  await expect.poll(() => line(page).textContent()).toBe('Lista al día')
})

test.runIf(isFull)('self-service at the door warns that the phone cannot store the arrival', async () => {
  await moveEvent(1)
  const { code } = await hall.register('Quique Quiosco')
  const { page } = await newPhone()
  await page.goto('/puerta?quiosco')
  await page.getByText('Muestra tu código').waitFor()
  await page.evaluate(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
  })
  await typeCode(page, code)
  await expect.poll(word(page)).toBe('Adelante')
  await page.getByText(/^No se pudo guardar en el teléfono/).waitFor()
})
