/**
 * `npm run test:full -- look` takes pictures of the page for people to look at, in var/look with an index.html. It shows the
 * demo, the large demo and a conference without pictures, at five widths, in both themes, in each phase and in print. axe checks
 * each page.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../../api/system/root.ts'
import { openToAll } from '../../data/content/places.ts'
import type { Content } from '../../data/content/schema.ts'
import { nowOf } from '../../data/programme/now.ts'
import { publicContent } from '../../data/programme/public-content.ts'
import { timelineOf } from '../../data/programme/timeline.ts'
import { large } from '../../demo/large/large.ts'
import { demoContent, pictureAt } from '../../demo/page-content.ts'
import { violations } from '../support/axe.ts'
import { sharedBrowser } from '../support/fixtures.ts'
import { isFull } from '../support/full.ts'
import { newVisitor } from '../support/pages.ts'
import { renderedOrigin, serveTo } from './rendered.ts'

const zone = 'America/Guatemala'
const folder = join(root, 'var/look')
const widths = [320, 360, 768, 1280, 1600]
const themes = ['light', 'dark'] as const
const times = ['before', 'during', 'after'] as const
const samples = { demo: await demoContent(), grande: await demoContent(large), bare: withoutPictures(await demoContent()) }
type Name = keyof typeof samples

/** Returns the content without pictures, as new organisers have it. */
function withoutPictures(content: Content): Content {
  const { hero, about, look, speakers, partners } = content
  return {
    ...content,
    hero: { ...hero, headerLogo: '', heroLogo: '', title: 'Encuentro de Tecnología de Quetzaltenango' },
    about: { ...about, imageUrl: '', videoUrl: '' },
    look: { ...look, pattern: 'propio', accent: '#0a7d5a' },
    speakers: speakers.map((speaker) => ({ ...speaker, image: '' })),
    partners: partners.map((partner) => ({ ...partner, logo: '' })),
  }
}

const drawn = new Map<string, Promise<string | Buffer | undefined>>()

/** Draws each picture of the samples only once. */
function draw(address: string): Promise<string | Buffer | undefined> {
  const known = drawn.get(address) ?? pictureAt(address)
  drawn.set(address, known)
  return known
}

/** Opens a sample's page at a time. 'during' is the middle of the first day. */
async function open(name: Name, time: (typeof times)[number]) {
  const content = {
    ...samples[name],
    event: { ...samples[name].event, recordingsUrl: 'https://video.telar.example/grabaciones' },
  }
  const timeline = timelineOf(publicContent(content, zone), zone)
  const [first, last] = [timeline.days.at(0), timeline.days.at(-1)]
  if (!first || !last) throw new Error('a sample has days')
  const at = { before: first.opens - 9 * 24 * 60 * 60_000, during: first.starts + 3 * 60 * 60_000, after: last.ends }[time]
  const offer = { ...openToAll, state: time === 'after' ? ('over' as const) : ('open' as const) }
  const { page } = await newVisitor(await sharedBrowser(), renderedOrigin)
  await page.clock.setFixedTime(at)
  await serveTo(page, () => publicContent(content, zone, offer, nowOf(timeline, at)), draw)
  await page.goto('/')
  await page.locator('.session-star').last().waitFor({ state: 'attached' })
  return page
}

type Page = Awaited<ReturnType<typeof open>>

/** Saves a picture of the whole page, after everything has been loaded. */
async function picture(page: Page, file: string): Promise<void> {
  await page.evaluate(async () => {
    for (const image of document.images) image.loading = 'eager'
    for (const hidden of document.querySelectorAll('[data-slide-up]')) hidden.classList.add('is-visible')
    await Promise.all([...document.images].map((image) => image.decode().catch(() => {})))
    await document.fonts.ready
  })
  writeFileSync(join(folder, file), await page.screenshot({ fullPage: true, type: 'jpeg', quality: 80 }))
}

const cases = (Object.keys(samples) as Name[]).flatMap((name) => times.map((time) => [name, time] as const))
const taken: string[] = []

test.skipIf(!isFull).each(cases)(
  'the page of the sample %s %s is accessible at any width in either theme',
  { timeout: 1_800_000 },
  async (name, time) => {
    if (taken.length === 0) rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    const page = await open(name, time)
    const found: string[] = []
    for (const width of widths) {
      await page.setViewportSize({ width, height: width < 700 ? 740 : 900 })
      for (const colorScheme of themes) {
        await page.emulateMedia({ colorScheme })
        found.push(...(await violations(page)).map((line) => `${width} px, ${colorScheme}: ${line}`))
        const file = `${name}-${time}-${width}-${colorScheme}.jpg`
        await picture(page, file)
        taken.push(file)
      }
    }
    if (time === 'before') {
      await page.setViewportSize({ width: 794, height: 1123 })
      await page.emulateMedia({ media: 'print', colorScheme: 'light' })
      await picture(page, `${name}-print.jpg`)
      writeFileSync(join(folder, `${name}-print.pdf`), await page.pdf({ format: 'A4' }))
      taken.push(`${name}-print.jpg`)
    }
    const pictures = taken.map((file) => `<figure><figcaption>${file}</figcaption><img src="${file}" loading="lazy"></figure>`)
    const style =
      '<style>body{display:flex;flex-wrap:wrap;gap:1rem}img{width:320px;max-height:1600px;object-fit:cover;object-position:top}</style>'
    writeFileSync(join(folder, 'index.html'), `<!doctype html>${style}${pictures.join('')}`)
    expect(found).toEqual([])
  },
)
