import { statSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { sharedBrowser, sharedProduct } from '../support/fixtures.ts'
import { newVisitor, signIn } from '../support/pages.ts'
import { admin } from '../support/product.ts'
import { openSession } from '../support/session.ts'
import { filesHolding, filesIn, openDatabase, send } from './client.ts'
import { formulas } from './hostile.ts'

const product = await sharedProduct()
const browser = await sharedBrowser()
const session = await openSession(product)
const db = openDatabase(product)

type Person = { name: string; email: string; phone: string; company: string; comments: string }
const person = (name: string): Person => ({
  name: `${name} Apellidosecreto`,
  email: `${name.toLowerCase()}@correosecreto.gt`,
  phone: '+502 5555 0199',
  company: 'Empresasecreta',
  comments: 'Notasecreta',
})
const secret = /secreto|secreta|5555 ?0199/i

const register = (json: object) => send(product, 'POST /api/registrations', { json })
const ids = () => db.prepare<[], string>('SELECT id FROM registrations ORDER BY registrationDate').pluck().all()

/** Returns the files that contain the text, without backups, because backups keep the state of their day. */
const holding = (text: string) => filesHolding(product, text).filter((path) => !path.startsWith('backups/'))

test('only the account of the server may read files with personal data', async () => {
  await register(person('Ana'))
  const isPublished = (path: string) => /^(www|uploads\/public)\//.test(path)
  const modes = filesIn(product.dataDir)
    .filter((path) => !isPublished(path))
    .map((path) => [path, (statSync(join(product.dataDir, path)).mode & 0o777).toString(8)])
  expect(modes).toEqual(
    expect.arrayContaining([
      ['conference.db', '600'],
      ['conference.db-wal', '600'],
    ]),
  )
  expect(modes.filter(([, mode]) => mode !== '600')).toEqual([])
})

test.each(['in the list', 'in the trash'])(
  'after erasing a person (%s before), no file contains the name or e-mail',
  async (where) => {
    const { email } = person('Berta')
    await register(person('Berta'))
    const id = db.prepare<[string], string>('SELECT id FROM registrations WHERE email = ?').pluck().get(email)
    if (where === 'in the trash') await send(product, `DELETE /api/registrations/${id}`, { headers: session })
    // The control: before the erasure, the database or its log contains the e-mail.
    expect(holding(email).length).toBeGreaterThan(0)
    const erased = await send(product, `DELETE /api/registrations/${id}/data`, { headers: session })
    expect([erased.status, JSON.parse(erased.body)]).toEqual([200, { erased: true, backups: [] }])
    expect(holding(email)).toEqual([])
    expect(holding('Berta Apellidosecreto')).toEqual([])
  },
)

test('the log contains no personal data, even after errors', async () => {
  const carla = person('Carla')
  await register(carla)
  await register(carla)
  await register({ ...carla, email: 'carla en correosecreto.gt' })
  await register({ ...carla, secreto: 'secreto' })
  await send(product, 'POST /api/registrations', {
    headers: { 'Content-Type': 'application/json' },
    body: '{"name":"Apellidosecreto',
  })
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
  await send(product, 'POST /api/registrations', {
    headers: form,
    body: new URLSearchParams({ ...carla, email: 'secreto' }).toString(),
  })
  const login = { email: carla.email, password: 'contraseña-secreta' }
  await send(product, 'POST /api/auth/login', { json: login })
  const [id] = ids()
  const calls = [`PUT /api/registrations/${id}`, `DELETE /api/registrations/${carla.email}`]
  for (const line of calls) await send(product, line, { headers: session, json: { isConfirmed: true } })
  for (const query of ['search=secreto', 'search=correosecreto.gt&status=x', 'limit=secreto']) {
    await send(product, `GET /api/registrations?${query}`, { headers: session })
    await send(product, `GET /api/registrations/export?${query}`, { headers: session })
  }
  const user = { name: 'Apellidosecreto', email: 'luis@correosecreto.gt', password: 'contraseña-secreta', role: 'user' }
  await send(product, 'POST /api/users', { headers: session, json: user })
  await send(product, 'POST /api/users', { headers: session, json: user })
  db.exec('ALTER TABLE registrations RENAME TO elsewhere')
  await register(person('Diana'))
  await send(product, 'GET /api/registrations?search=secreto', { headers: session })
  db.exec('ALTER TABLE elsewhere RENAME TO registrations')

  // The control: the log has these requests and the errors with their details.
  await expect.poll(() => product.log().match(/no such table/g)?.length).toBeGreaterThan(1)
  const lines = product.log().split('\n')
  expect(lines.filter((line) => line.includes('/api/registrations')).length).toBeGreaterThan(10)
  expect(lines.filter((line) => secret.test(line))).toEqual([])
})

test('no requested URL contains personal data, except a search typed by a user', async () => {
  const { page, context } = await newVisitor(browser, product.origin)
  const urls: string[] = []
  context.on('request', (request) => void urls.push(request.url(), request.headers().referer ?? ''))
  await page.goto('/')
  const inline = page.locator('form[data-registration-form]')
  const eva = person('Eva')
  await inline.locator('[name=name]').fill(eva.name)
  await inline.locator('[name=email]').fill(eva.email)
  await inline.locator('[name=phone]').fill(eva.phone)
  await inline.getByRole('button').click()
  await page.getByText('¡Registro exitoso! Te contactaremos pronto.').first().waitFor()
  await signIn(page)
  await page.getByRole('tab', { name: 'Registros' }).click()
  await page.getByRole('button', { name: `Confirmar a ${eva.name}` }).click()
  await page.getByRole('button', { name: `Marcar como pendiente a ${eva.name}` }).waitFor()
  await context.close()
  expect(urls.length).toBeGreaterThan(20)
  expect(urls.filter((url) => secret.test(decodeURIComponent(url)) || url.includes(encodeURIComponent(admin.email)))).toEqual([])
})

test('a spreadsheet program runs no formula in the exported registrations', async () => {
  db.exec('DELETE FROM registrations')
  for (const [index, formula] of formulas.entries()) {
    const json = { name: `x${formula}`, email: `formula${index}@ejemplo.gt`, company: formula, position: formula, phone: formula }
    expect((await register(json)).status).toBe(201)
  }
  await register({ name: 'José', email: 'jose@ejemplo.gt', phone: '+502 5555 1234' })
  const { body } = await send(product, 'GET /api/registrations/export', { headers: session })
  const rows = parse(body, { bom: true }).slice(1)
  expect(rows.length).toBe(formulas.length + 1)
  const cells = rows.flat()
  expect(cells.filter((cell) => /^[\t\r\n\0]|^\s*[=+\-@|%＝＋－＠]/.test(cell) && !/^\+?[\d\s().-]*$/.test(cell))).toEqual([])
  expect(cells).toContain('+502 5555 1234')
})
