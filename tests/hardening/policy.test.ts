import { createServer } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { sharedBrowser, sharedDemo } from '../support/fixtures.ts'
import { freePort } from '../support/free-port.ts'
import { isFull } from '../support/full.ts'
import { islandsReady, signIn } from '../support/pages.ts'
import { organiserOf } from '../support/session.ts'
import { collectViolations } from './collect-violations.ts'

const product = await sharedDemo()
const browser = await sharedBrowser()

test('the public page works without a violation of its content policy', async () => {
  const seen = await collectViolations(browser, product, async (page) => {
    await page.goto('/')
    await islandsReady(page)
    expect(await page.locator('astro-island').count()).toBeGreaterThan(1)
    await page.getByRole('banner').getByRole('link', { name: 'Regístrate' }).click()
    await page.getByRole('dialog').waitFor()
    await page.goto('/no-existe')
  })
  expect(seen).toEqual([])
})

test.runIf(isFull)('every tab of the panel works without a violation of its content policy', async () => {
  const seen = await collectViolations(browser, product, async (page) => {
    await signIn(page)
    for (const tab of await page.getByRole('tablist', { name: 'Contenido' }).getByRole('tab').all()) {
      await tab.click()
      await page.locator('#tab-panel').locator('h2, h3, input').locator('visible=true').first().waitFor()
    }
    await page.getByRole('tab', { name: 'Usuarios' }).click()
    await page.getByRole('button', { name: 'Crear Usuario' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Guardar', exact: true }).click()
    await page.getByRole('dialog').getByRole('alert').first().waitFor()
  })
  expect(seen).toEqual([])
})

test('the content policy allows pictures with an http URL', async () => {
  const organiser = await organiserOf(product)
  const outside = 'http://logos.example'
  const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"/>'
  await organiser('POST /api/partners', { name: 'Logo de fuera', logo: `${outside}/logo.svg` })
  await organiser('POST /api/speakers', { name: 'Foto de fuera', title: 'x', company: 'x', image: `${outside}/foto.svg` })
  const seen = await collectViolations(browser, product, async (page) => {
    await page.route(`${outside}/*`, (route) => route.fulfill({ contentType: 'image/svg+xml', body: drawing }))
    await page.goto('/')
    for (const name of ['logo', 'foto']) {
      const image = page.locator(`img[src="${outside}/${name}.svg"]`).first()
      await image.evaluate((element: HTMLImageElement) => {
        element.loading = 'eager'
        return element.decode()
      })
    }
  })
  expect(seen).toEqual([])
})

test('positive control: the test notices a script that the content policy forbids', async () => {
  const port = await freePort()
  const strict = { 'Content-Type': 'text/html', 'Content-Security-Policy': "script-src 'none'" }
  const bare = createServer((_, response) => response.writeHead(200, strict).end('<img src=x onerror="alert(1)">')).listen(port)
  onTestFinished(() => void bare.close())
  const seen = await collectViolations(browser, product, (page) => {
    const complained = page.waitForEvent('console', (message) => message.text().includes('script-src'))
    return Promise.all([page.goto(`http://localhost:${port}/`), complained])
  })
  expect(seen.join()).toContain('script-src')
})
