import { expect, test } from 'vitest'
import type { Content } from '../../data/content/schema.ts'
import type { Site, SiteFile } from '../serving/site.ts'
import { linkCheck } from './links.ts'

const page: SiteFile = { body: Buffer.from('<h2 id="agenda">'), hash: 'a', type: 'text/html; charset=utf-8', cacheControl: '' }
const site: Site = { files: new Map([['/', page]]), notFound: null }
const content = { events: [{ id: '7', isActive: true }], speakers: [] } as unknown as Content
const leads = linkCheck(site, content, { origin: 'https://conf.gt', years: ['2026'] })

test.each([
  '/',
  '/#agenda',
  '/#evento-7',
  '/#top',
  '/#:~:text=Regístrate',
  '/#agenda:~:text=tejer',
  '/2026/',
  '/2026/charlas/tejer',
  '/constancia/abcdefghjkmnpqrs',
  '/charlas/tejer.png',
  '/public-objects/1.webp',
])('accepts the link %s to a page of this site', (path) => {
  expect(leads(`https://conf.gt${path}`)).toBe(true)
})

test.each(['/no-existe', '/2025/', '/charlas/no-existe', '/#nada', '/#evento-8', '/#nada:~:text=tejer'])(
  'reports the link %s to this site as broken',
  (path) => {
    expect(leads(`https://conf.gt${path}`)).toBe(false)
  },
)

test('does not check links to other sites', () => {
  expect(leads('https://otra.gt/no-existe')).toBe(true)
})
