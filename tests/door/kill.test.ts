import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { report } from '../reliability/report.ts'
import { launchPersistent } from '../support/browser.ts'
import { sharedProduct } from '../support/fixtures.ts'
import { rounds } from '../support/full.ts'
import { isInstalled, openHall, signIn, typeCode } from './hall.ts'

const product = await sharedProduct()

const times = rounds(1, 100)

const whole = { timeout: 120_000 + times * 30_000 }

test('an arrival shown as accepted ("Adelante") survives a kill of the browser', whole, async () => {
  const hall = await openHall(product)
  const people = []
  for (let count = 0; count < times * 2; count++) {
    const name = `Persona ${count}`
    people.push({ name, ...(await hall.register(name)) })
  }
  const profile = mkdtempSync(join(tmpdir(), 'conferencia-phone-'))
  const open = async () => {
    const phone = await launchPersistent(profile, { baseURL: product.origin, locale: 'es-GT' })
    return { ...phone, page: phone.context.pages()[0] ?? (await phone.context.newPage()) }
  }
  const letIn = async (page: Page, person: { name: string; code: string }) => {
    await typeCode(page, person.code)
    // Waits for the name, because the previous answer shows the same word.
    await page.locator('#answer[data-kind="in"]:not([hidden])').getByText(person.name, { exact: true }).waitFor()
  }

  let phone = await open()
  await signIn(phone.page)
  await isInstalled(phone.page)
  // Closes the browser, because it writes cookies only half a minute later or when it is closed.
  await phone.context.close()
  phone = await open()
  await phone.page.goto('/puerta')
  await phone.page.getByText(`Han entrado 0 de ${people.length}`).waitFor()
  for (let round = 0; round < times; round++) {
    const [first, second] = people.slice(round * 2)
    const isCut = round % 3 !== 2
    if (first) await letIn(phone.page, first)
    await phone.context.setOffline(isCut)
    if (second) await letIn(phone.page, second)
    // Kills the phone at once, before requests that are on the way can end.
    await phone.kill()
    phone = await open()
    await phone.context.setOffline(isCut)
    await phone.page.goto('/puerta')
    await phone.page.getByText(`Han entrado ${round * 2 + 2} de ${people.length}`).waitFor()
    await phone.context.setOffline(false)
  }
  await phone.page.evaluate(() => dispatchEvent(new Event('online')))
  const arrived = async () => (await (await hall.door('GET /api/door/summary')).json()).arrived
  await expect.poll(arrived).toBe(people.length)
  report({ what: 'arrivals of a killed phone', tried: people.length, lost: people.length - (await arrived()) })
  await phone.context.close()
  rmSync(profile, { recursive: true, force: true })
})
