/** Pages of talks and speakers, as messengers, search engines and visitors without JavaScript get them. */
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { sharedBrowser, sharedDemo } from '../support/fixtures.ts'
import { isFull } from '../support/full.ts'
import { newVisitor } from '../support/pages.ts'
import { organiserOf } from '../support/session.ts'

const product = await sharedDemo()
const browser = await sharedBrowser()
const panel = await organiserOf(product)
type Talk = {
  id: string
  slug: string
  title: string
  speakerIds: string[]
  scenarioId: string
  description: string
  startTime: string
}
const talks: Talk[] = await (await panel('GET /api/agenda/events')).json()
const speakers: { id: string; slug: string; name: string; image: string }[] = await (await panel('GET /api/speakers')).json()
const rooms: { id: string; name: string }[] = await (await panel('GET /api/agenda/scenarios')).json()
const talk = talks.find(({ description, speakerIds, scenarioId }) => description && scenarioId && speakerIds.length === 1)
const speaker = speakers.find(({ id }) => id === talk?.speakerIds[0])
const room = rooms.find(({ id }) => id === talk?.scenarioId)
if (!talk || !speaker || !room) throw new Error('the demo has a talk in a room')

const meta = (html: string, name: string) => {
  const text = new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)"`).exec(html)?.[1] ?? ''
  return text
    .replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
}

test.each([
  'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
  'WhatsApp/2.23.20.0 A',
  'TelegramBot (like TwitterBot)',
  'Twitterbot/1.0',
])('%s finds title, description and picture on the page of a talk or speaker', async (agent) => {
  for (const [path, title] of [
    [`/charlas/${talk.slug}`, talk.title],
    [`/speakers/${speaker.slug}`, speaker.name],
  ] as const) {
    const headers = { 'User-Agent': agent }
    const answer = await fetch(product.origin + path, { headers })
    const html = await answer.text()
    expect([answer.status, meta(html, 'og:title'), meta(html, 'twitter:card')]).toEqual([200, title, 'summary_large_image'])
    expect([meta(html, 'og:url'), meta(html, 'og:description') !== '']).toEqual([product.origin + path, true])
    const picture = await fetch(meta(html, 'og:image'), { headers })
    const bytes = await picture.bytes()
    const { width, height } = await sharp(bytes).metadata()
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect([width, height]).toEqual([Number(meta(html, 'og:image:width')), Number(meta(html, 'og:image:height'))])
    // WhatsApp shows no larger pictures.
    expect(bytes.byteLength).toBeLessThan(300_000)
  }
})

type Data = Record<string, unknown>
const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/
const isText = (value: unknown) => typeof value === 'string' && value !== ''
const isAddress = (value: unknown) => typeof value === 'string' && /^https?:\/\/[^/]+\//.test(value)
const all = (value: unknown): Data[] => [value].flat().filter(Boolean) as Data[]

/**
 * Returns the fields of an event that Google requires or recommends and that are missing or wrong:
 * https://developers.google.com/search/docs/appearance/structured-data/event
 */
function missing(event: Data): string[] {
  const places = all(event.location)
  const isPlace = (place: Data) =>
    place['@type'] === 'VirtualLocation'
      ? isAddress(place.url)
      : place['@type'] === 'Place' && isText(place.name) && (place.address as Data)?.['@type'] === 'PostalAddress'
  const offers = all(event.offers)
  const checks: Record<string, boolean> = {
    '@type': event['@type'] === 'Event',
    name: isText(event.name),
    startDate: instant.test(String(event.startDate)),
    location: places.length > 0 && places.every(isPlace),
    endDate: instant.test(String(event.endDate)) && String(event.endDate) > String(event.startDate),
    description: isText(event.description),
    eventStatus: event.eventStatus === 'https://schema.org/EventScheduled',
    eventAttendanceMode: /^https:\/\/schema\.org\/(Offline|Online|Mixed)EventAttendanceMode$/.test(
      String(event.eventAttendanceMode),
    ),
    image: all(event.image).length > 0 && all(event.image).every(isAddress),
    organizer: isText((event.organizer as Data)?.name) && isAddress((event.organizer as Data)?.url),
    performer: all(event.performer).every(({ '@type': type, name }) => type === 'Person' && isText(name)),
    offers:
      offers.length > 0 &&
      offers.every(({ price, priceCurrency, url }) => price === 0 && isText(priceCurrency) && isAddress(url)),
  }
  return Object.keys(checks).filter((name) => !checks[name])
}

const dataAt = async (path: string): Promise<Data> => {
  const html = await (await fetch(product.origin + path)).text()
  return JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? '{}')
}

test('the JSON-LD of the conference and its talks has all fields that Google requires', async () => {
  expect(missing(await dataAt('/'))).toEqual([])
  for (const { slug, title } of talks) {
    const data = await dataAt(`/charlas/${slug}`)
    expect({ title, missing: missing(data) }).toEqual({ title, missing: [] })
    expect((data.superEvent as Data).url).toBe(`${product.origin}/`)
  }
  // The control: a missing place and offer are reported.
  const { location, offers, ...rest } = await dataAt('/')
  expect(missing(rest)).toEqual(['location', 'offers'])
  const person = await dataAt(`/speakers/${speaker.slug}`)
  expect([person['@type'], person.name, person.url]).toEqual([
    'Person',
    speaker.name,
    `${product.origin}/speakers/${speaker.slug}`,
  ])
})

test('without a script, the landing page, a talk and its speaker link to each other', async () => {
  const { page, complaints } = await newVisitor(browser, product.origin, { javaScriptEnabled: false })
  await page.goto('/')
  await page.locator('.session').getByRole('link', { name: talk.title, exact: true }).click()
  await page.getByRole('heading', { level: 1, name: talk.title }).waitFor()
  expect(new URL(page.url()).pathname).toBe(`/charlas/${talk.slug}`)
  const article = page.getByRole('article')
  for (const text of [talk.startTime, room.name, talk.description.split('\n')[0]?.slice(0, 40) ?? ''])
    expect(await article.getByText(text).first().isVisible(), text).toBe(true)
  await article.getByRole('link', { name: speaker.name }).click()
  await page.getByRole('heading', { level: 1, name: speaker.name }).waitFor()
  await page.getByRole('article').getByRole('link', { name: talk.title }).click()
  await page.getByRole('heading', { level: 1, name: talk.title }).waitFor()
  await page.getByRole('link', { name: '← Agenda' }).click()
  await page.locator('.session').getByRole('link', { name: talk.title, exact: true }).waitFor()
  expect([new URL(page.url()).pathname, complaints]).toEqual(['/', []])
})

test('the exported programme contains the URLs of the pages of talks and speakers', async () => {
  const schedule = await (await fetch(`${product.origin}/schedule.json`)).text()
  expect(schedule).toContain(`"url":"${product.origin}/charlas/${talk.slug}"`)
  expect(schedule).toContain(`"url":"${product.origin}/speakers/${speaker.slug}"`)
  expect(schedule).not.toMatch(/#(evento|speaker)-/)
})

test.runIf(isFull)("a star set on the page of a talk appears in the visitor's other tabs", async () => {
  const { page, context } = await newVisitor(browser, product.origin)
  const agenda = await context.newPage()
  await agenda.goto(`/#evento-${talk.id}`)
  const inAgenda = agenda.locator(`[id="evento-${talk.id}"] .session-star`)
  await inAgenda.waitFor({ state: 'attached' })
  await page.goto(`/charlas/${talk.slug}`)
  const star = page.getByRole('button', { name: /Guardar|Guardada/ })
  const isPressed = (button = star) => button.getAttribute('aria-pressed')
  const kept = () => page.evaluate(() => localStorage.getItem('mis-charlas'))
  const keep = (ids: string[]) => page.evaluate((text) => localStorage.setItem('mis-charlas', text), JSON.stringify(ids))
  const comeBack = (to = page) => to.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  expect(await isPressed()).toBe('false')

  await inAgenda.dispatchEvent('click')
  await expect.poll(() => isPressed()).toBe('true')
  await star.click()
  await expect.poll(() => isPressed(inAgenda)).toBe('false')
  expect(await kept()).toBe('[]')

  // A page gets no event for what it stored itself, so this is the state just before another tab's change arrives.
  await keep([talk.id])
  expect(await isPressed()).toBe('false')
  await star.click()
  expect([await isPressed(), await kept()]).toEqual(['true', JSON.stringify([talk.id])])

  await keep([])
  await comeBack()
  expect(await isPressed()).toBe('false')
  await expect.poll(() => isPressed(inAgenda)).toBe('false')
  await agenda.evaluate((text) => localStorage.setItem('mis-charlas', text), JSON.stringify([talk.id]))
  await expect.poll(() => isPressed()).toBe('true')
  await comeBack(agenda)
  expect(await isPressed(inAgenda)).toBe('true')
})
