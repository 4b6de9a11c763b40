import { createServer } from 'node:http'
import { describe, expect, onTestFinished, test } from 'vitest'
import { contentPaths } from '../../api/content/paths.ts'
import { type CollectionKey, itemSchemas, type SectionKey, sectionSchemas } from '../../data/content/schema.ts'
import { sharedBrowser, sharedProduct } from '../support/fixtures.ts'
import { freePort } from '../support/free-port.ts'
import { islandsReady } from '../support/pages.ts'
import { openSession, pageStateOf } from '../support/session.ts'
import { send } from './client.ts'
import { collectViolations } from './collect-violations.ts'
import { hostileAddresses, isAddress, quotedAddress, texts } from './hostile.ts'
import { newItem } from './new-item.ts'

const product = await sharedProduct()
const browser = await sharedBrowser()
const session = await openSession(product)

/** All records that the panel edits, with their call and fields. */
const records: { line: string; fields: string[] }[] = Object.entries(sectionSchemas).map(([key, schema]) => ({
  line: `PUT /api${contentPaths[key as SectionKey]}`,
  fields: Object.keys(schema.shape),
}))
let scenarioId = ''
for (const key of Object.keys(itemSchemas) as CollectionKey[]) {
  const path = `/api${contentPaths[key]}`
  const json = { ...newItem(key), ...(key === 'events' && { scenarioId }) }
  const { id } = JSON.parse((await send(product, `POST ${path}`, { headers: session, json })).body)
  if (key === 'scenarios') scenarioId = id
  records.push({ line: `PUT ${path}/${id}`, fields: Object.keys(itemSchemas[key].shape) })
}
const written = (field: string, text: string) => (field === 'links' ? [{ label: text, url: quotedAddress }] : text)
const put = (line: string, json: object) => send(product, line, { headers: session, json })

describe('fields with a URL reject scripts', () => {
  const fields = records.flatMap(({ line, fields }) => fields.filter(isAddress).map((field) => ({ line, field })))

  test('at least ten fields contain a URL', () => expect(fields.length).toBeGreaterThanOrEqual(10))

  test.each(fields)('the field $field of $line rejects links that could run a script', async ({ line, field }) => {
    const taken = []
    for (const address of hostileAddresses)
      if ((await put(line, { [field]: written(field, address) })).status !== 422) taken.push(address)
    expect(taken).toEqual([])
    expect((await put(line, { [field]: written(field, 'https://ejemplo.gt/logo.svg') })).status).toBe(200)
  })
})

test('positive control: hostile texts run in a page that inserts them unescaped', async () => {
  const port = await freePort()
  const bare = createServer((_, response) =>
    response.setHeader('Content-Type', 'text/html').end(`<p title="${texts[0]}">`),
  ).listen(port)
  onTestFinished(() => void bare.close())
  const seen = await collectViolations(browser, product, (page) => {
    const ran = ['1', '2', '3', '4'].map((number) => page.waitForEvent('dialog', (dialog) => dialog.message() === number))
    return Promise.all([page.goto(`http://localhost:${port}/`), ...ran])
  })
  expect(seen).toEqual(expect.arrayContaining(['ran: 1', 'ran: 2', 'ran: 3', 'ran: 4']))
})

describe('hostile texts in every field of the content', async () => {
  /** Saves the first text that each field accepts. Returns the number of fields that accepted a text. */
  async function fill(line: string, fields: string[]): Promise<number> {
    const left = new Map(fields.map((field) => [field, isAddress(field) ? [quotedAddress] : [...texts]]))
    for (;;) {
      const json = Object.fromEntries([...left].map(([field, [text = '']]) => [field, written(field, text)]))
      const { status, body } = await put(line, json)
      if (status === 200) return left.size
      const wrong = Object.keys(JSON.parse(body).fields).map((path) => path.split('.')[0])
      const refused = [...left].filter(([field]) => wrong.includes(field))
      if (refused.length === 0) throw new Error(`${line}: ${status} ${body}`)
      for (const [field, [, ...next]] of refused) {
        if (next.length > 0) left.set(field, next)
        else left.delete(field)
      }
    }
  }
  const filled = new Map<string, number>()
  for (const { line, fields } of records) filled.set(line, await fill(line, fields))
  const visitor = {
    name: texts[0],
    company: texts[0],
    position: texts[0],
    phone: texts[2],
    comments: texts[0],
    email: 'a@ejemplo.gt',
  }
  const registered = await send(product, 'POST /api/registrations', { json: visitor })
  const user = { name: texts[0], email: 'b@ejemplo.gt', password: 'secreto' }
  const created = await send(product, 'POST /api/users', { headers: session, json: user })

  test('every text field accepts and stores a hostile text', () => {
    expect([registered.status, created.status]).toEqual([201, 201])
    const choices =
      /^(eventDate|startTime|endTime|reminderDays|retentionDays|capacity|waitlist|opensAt|closesAt|confirmBy|askDays|transferUntil|contactEmail|email|edits|deadline|until|releaseAfter|kind|options|isRequired|onlyIf|atDoor|keepDays|country|attendance|displayOrder|isActive|category|tier|background|day|isPlenary|scenarioId|speakerId|speakerIds|isInMenu|sections|accent|pattern|slug|hours|signatures|counts)$/
    expect(Object.fromEntries(filled)).toEqual(
      Object.fromEntries(records.map(({ line, fields }) => [line, fields.filter((field) => !choices.test(field)).length])),
    )
  })

  test('the public page runs no script in hostile texts', async () => {
    const seen = await collectViolations(browser, product, async (page) => {
      await page.goto('/')
      await islandsReady(page)
      expect(await page.getByText('<svg onload=alert').count()).toBeGreaterThan(20)
      for (const link of await page.getByRole('link').all())
        expect(await link.getAttribute('href')).not.toMatch(/^\s*javascript/i)
      for (const card of ['.session', '.speaker']) {
        await page.locator(`${card}.opens`).first().locator(':is(h3, h4) a').click()
        await page.getByRole('dialog').waitFor()
        await page.keyboard.press('Escape')
        await page.getByRole('dialog').waitFor({ state: 'hidden' })
      }
      await page.locator('header').getByRole('link').last().click()
      await page.getByRole('dialog').waitFor()
    })
    expect(seen).toEqual([])
  })

  test('the pages of talks and speakers run no script in hostile texts', async () => {
    const { body } = await send(product, 'GET /sitemap.xml')
    const own = [...body.matchAll(/<loc>[^<]*?(\/(?:charlas|speakers)\/[^<]+)<\/loc>/g)].map(([, path = '']) => path)
    expect(own.length).toBeGreaterThanOrEqual(2)
    const paths = [...own, '/fichas.html']
    const seen = await collectViolations(browser, product, async (page) => {
      for (const path of paths) {
        await page.goto(path)
        expect(await page.getByText('<svg onload=alert').count()).toBeGreaterThan(2)
        for (const link of await page.getByRole('link').all())
          expect(await link.getAttribute('href')).not.toMatch(/^\s*javascript/i)
      }
    })
    expect(seen).toEqual([])
  })

  test('the page for a rejected form runs no script in hostile input', async () => {
    const seen = await collectViolations(browser, product, async (page) => {
      await page.goto('/')
      const form = page.locator('form[data-registration-form]')
      await form.locator('[name=name]').fill(texts[0] ?? '')
      await form.locator('[name=phone]').fill(texts[2] ?? '')
      await form.locator('[name=comments]').fill(texts[0] ?? '')
      await form.evaluate((element: HTMLFormElement) => element.submit())
      await page.waitForURL('**/api/registrations#registro')
      expect(await form.locator('[name=comments]').inputValue()).toBe(texts[0])
    })
    expect(seen).toEqual([])
  })

  test('no tab of the panel runs a script in hostile texts', async () => {
    const seen = await collectViolations(
      browser,
      product,
      async (page) => {
        await page.goto('/admin')
        for (const tab of [
          'Hero',
          'About',
          'Benefits',
          'Segments',
          'Speakers',
          'Agenda',
          'Partners',
          'Formulario',
          'Registros',
          'Usuarios',
        ]) {
          await page.getByRole('tab', { name: tab, exact: true }).click()
          await page
            .locator('#tab-panel')
            .getByRole('textbox')
            .or(page.locator('#tab-panel').getByText('<svg onload=alert'))
            .first()
            .waitFor()
          if (tab !== 'Registros') continue
          await page.getByRole('button', { name: /^Ver detalle/ }).click()
          await page.getByRole('dialog').getByText('<svg onload=alert').first().waitFor()
          await page.keyboard.press('Escape')
        }
        await page.getByRole('tab', { name: 'Actividad' }).click()
        await page.getByText('creó al usuario "').waitFor()
      },
      { storageState: pageStateOf(session) },
    )
    expect(seen).toEqual([])
  })

  test.each([
    '/evento.ics',
    '/agenda.ics',
    '/schedule.json',
    '/schedule.xml',
    '/schedule.csv',
    '/sitemap.xml',
    '/manifest.webmanifest',
    '/api/hero',
    '/api/speakers',
  ])('%s contains hostile texts, but browsers do not render it as a page', async (path) => {
    const { headers } = await send(product, `GET ${path}`)
    expect([headers['content-type']?.includes('html'), headers['x-content-type-options']]).toEqual([false, 'nosniff'])
  })
})
