import { expect, test } from 'vitest'
import { contentFiles } from '../../api/publishing/pages.ts'
import { loadRender } from '../../api/publishing/render.ts'
import { distDir } from '../../api/system/root.ts'
import type { Content } from '../../data/content/schema.ts'
import { contentDefaults } from '../../data/content/stored.ts'
import { type PublicContent, publicContent } from '../../data/programme/public-content.ts'
import { large } from '../../demo/large/large.ts'
import { demoContent } from '../../demo/page-content.ts'

process.env.NODE_ENV = 'production'
const [origin, timeZone] = ['https://conferencia.gt', 'America/Guatemala']
const render = await loadRender(distDir)

const demo = await demoContent()
const told: Partial<Content> = {
  privacy: { notice: 'Solo para el evento.', retentionDays: 30 },
  event: { ...demo.event, contactEmail: 'hola@conferencia.gt' },
}
const withoutEnds: Partial<Content> = {
  event: { ...demo.event, endTime: '' },
  events: demo.events.map((event) => ({ ...event, endTime: '' })),
}

/** Contents of which a file may read different fields: without anything, with all that can be told, without any end, of several days. */
const contents: Content[] = [contentDefaults, demo, { ...demo, ...told }, { ...demo, ...withoutEnds }, await demoContent(large)]

/** The same content, which notes each field that is read, as `hero.title`. */
function noting(content: PublicContent, read: Set<string>): PublicContent {
  const fields = (value: object, key: string) =>
    new Proxy(
      { ...value },
      {
        get(target, field) {
          if (typeof field === 'string') read.add(`${key}.${field}`)
          return Reflect.get(target, field)
        },
      },
    )
  const entries = Object.entries(content).map(([key, value]) => [
    key,
    Array.isArray(value) ? value.map((item) => fields(item, key)) : fields(value, key),
  ])
  return Object.fromEntries(entries)
}

test.each(contentFiles)('$route is made from the fields that it declares, and from no others', async ({ route, reads }) => {
  const read = new Set<string>()
  for (const content of contents) {
    const { status } = await render(route, { origin, timeZone, content: noting(publicContent(content, timeZone), read) })
    expect(status).toBe(200)
  }
  const declared = Object.entries(reads).flatMap(([key, names]) => names.map((name) => `${key}.${name}`))
  expect([...read].toSorted()).toEqual(declared.toSorted())
})
