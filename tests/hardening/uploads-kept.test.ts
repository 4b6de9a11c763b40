import { existsSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { command } from '../support/commands.ts'
import { sharedBrowser, sharedProduct } from '../support/fixtures.ts'
import { freePort } from '../support/free-port.ts'
import { isFull } from '../support/full.ts'
import { newVisitor } from '../support/pages.ts'
import { openSession, organiserOf } from '../support/session.ts'
import { filesOf, upload, video } from './uploading.ts'

const product = await sharedProduct()
const browser = await sharedBrowser()
const session = await openSession(product)

const get = (path: string) => fetch(product.origin + path)

/** An SVG that changes the document's title in every way in which an SVG can run a script. */
const active = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" onload="document.title='ran'">
  <script>document.title = 'ran'</script><a xlink:href="javascript:document.title='ran'"><animate attributeName="href" to="javascript:document.title='ran'"/><text y="20">x</text></a>
  <foreignObject width="9" height="9"><body xmlns="http://www.w3.org/1999/xhtml"><img src="x" onerror="document.title='ran'"/></body></foreignObject></svg>`

test('an SVG with a script is rejected, and one that was stored before runs no script', async () => {
  expect((await upload(product, session, 'logo.svg', active)).status).toBe(422)
  const name = '1700000000000-0123456789abcdef.svg'
  writeFileSync(join(product.dataDir, 'uploads/public', name), active)
  // The control: on a server without the policy, the script runs.
  const port = await freePort()
  const bare = createServer((_, response) => response.setHeader('Content-Type', 'image/svg+xml').end(active)).listen(port)
  try {
    const open = async (url: string) => {
      const { page } = await newVisitor(browser, product.origin)
      await page.goto(url)
      return page
    }
    await (await open(`http://localhost:${port}/`)).waitForFunction(() => document.title === 'ran')
    const page = await open(`/public-objects/${name}`)
    await wait(300)
    expect(await page.title()).toBe('')
  } finally {
    bare.close()
    rmSync(join(product.dataDir, 'uploads/public', name))
  }
})

test.runIf(isFull)('a browser shows an uploaded SVG in an img element unchanged', async () => {
  const drawing =
    '<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20"><style>.a{fill:#c8141e}</style><rect class="a" width="30" height="20"/></svg>'
  const { publicURL } = await upload(product, session, 'logo.svg', drawing)
  const { page } = await newVisitor(browser, product.origin)
  await page.goto('/')
  const size = await page.evaluate(async (src) => {
    const image = Object.assign(new Image(), { src })
    await image.decode()
    return [image.naturalWidth, image.naturalHeight]
  }, publicURL)
  expect(size).toEqual([30, 20])
})

test.skipIf(!existsSync('/proc'))('a download that the visitor cancels leaves no file open on the server', async () => {
  const { publicURL } = await upload(product, session, 'video.mp4', Buffer.concat([...video(20)]))
  const before = readdirSync(`/proc/${product.pid()}/fd`).length
  await Promise.all(
    Array.from({ length: 20 }, async () => {
      const leaving = new AbortController()
      const response = await fetch(product.origin + publicURL, { signal: leaving.signal })
      await response.body?.getReader().read()
      leaving.abort()
    }),
  )
  await expect.poll(() => readdirSync(`/proc/${product.pid()}/fd`).length).toBeLessThanOrEqual(before)
})

async function clean(...args: string[]): Promise<string> {
  const { code, said } = await command('uploads-clean', product.dataDir, args)
  expect(code).toBe(0)
  return said
}

test.runIf(isFull)('a start of the server restores all uploads to a deleted published folder', async () => {
  // Ends the server, because it writes compressed files into the folder for some seconds after a save.
  await product.end()
  const before = filesOf(product)
  rmSync(join(product.dataDir, 'www'), { recursive: true })
  await product.restart()
  expect(filesOf(product)).toEqual(before)
})

test('uploads:clean deletes only uploads that have been unused for a day', async () => {
  const shown = await upload(product, session, 'logo.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>')
  const forgotten = await upload(product, session, 'logo.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>')
  const organiser = await organiserOf(product)
  await organiser('PUT /api/hero', { headerLogo: shown.publicURL })
  expect(await clean()).not.toContain(forgotten.fileName)

  const old = Date.now() / 1000 - 25 * 60 * 60
  for (const folder of ['public', 'originals']) {
    const path = join(product.dataDir, 'uploads', folder)
    for (const name of readdirSync(path)) utimesSync(join(path, name), old, old)
  }
  expect(await clean()).toContain(forgotten.fileName)
  expect((await get(forgotten.publicURL)).status).toBe(200)
  expect(await clean('--delete')).not.toContain(shown.fileName)
  expect([(await get(shown.publicURL)).status, (await get(forgotten.publicURL)).status]).toEqual([200, 404])
  const stem = shown.fileName.replace('.svg', '')
  const forms = ['', '.br', '.gz'].map((ending) => shown.fileName + ending)
  expect(filesOf(product).toSorted()).toEqual([
    `uploads/originals/${stem}`,
    ...forms.map((name) => `uploads/public/${name}`),
    ...forms.map((name) => `www/public-objects/${name}`),
  ])
})
