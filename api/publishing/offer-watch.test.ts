import { expect, test, vi } from 'vitest'
import { saveSection } from '../../data/content/sections.ts'
import type { Places } from '../../data/registrations/places.ts'
import { createRegistration, holdClock, someEdit } from '../../data/testing.ts'
import { createTestApp, dataIn, log } from '../testing.ts'
import { watchOffer } from './offer-watch.ts'

const opensAt = '2025-06-01T12:00:00.000Z'
const closesAt = '2025-06-02T12:00:00.000Z'

/** A published page with these places, and what it says at an instant after the watch has looked. */
async function published(places: Partial<Places>) {
  holdClock('2025-06-01T11:59:59.999Z')
  const test = await createTestApp()
  saveSection(test.db, 'places', places, someEdit)
  await test.publisher.publish()
  const publish = vi.spyOn(test.publisher, 'publish')
  const watch = watchOffer(test.db, test.publisher, log)
  const page = async () => (await dataIn(await test.app.request('/'))).content.offer
  const at = async (time: string) => {
    vi.setSystemTime(new Date(time))
    await watch.look()
    return (await page()).state
  }
  let count = 0
  const come = (people: number) => {
    for (let left = people; left > 0; left--)
      createRegistration(test.db, { name: 'Ana', email: `${count++}@ejemplo.gt` }, new Date().toISOString())
  }
  return { ...test, publish, watch, page, at, come }
}

test('the page is published when registering opens and when it closes', async () => {
  const { at, page } = await published({ opensAt, closesAt })
  expect(await page()).toEqual({ state: 'not-open', opensAt, mayWait: false })
  expect(await at('2025-06-01T11:59:59.999Z')).toBe('not-open')
  expect(await at(opensAt)).toBe('open')
  expect(await at(closesAt)).toBe('closed')
})

test.each([
  [true, 'waiting-list'],
  [false, 'full'],
])('as places are taken it says so: last places, then (waiting list: %s) %s', async (waitlist, last) => {
  const { at, come } = await published({ capacity: 20, waitlist })
  come(17)
  expect(await at(opensAt)).toBe('open')
  come(1)
  expect(await at(opensAt)).toBe('last-places')
  come(2)
  expect(await at(opensAt)).toBe(last)
})

test('nothing is published while it says what is so', async () => {
  const { at, come, publish } = await published({ capacity: 100 })
  come(5)
  for (let second = 10; second < 20; second++) await at(`2025-06-01T12:00:${second}.000Z`)
  expect(publish).not.toHaveBeenCalled()
})

test('a page that cannot be published is tried again, but not each second', async () => {
  const { at, come, publish, pages } = await published({ capacity: 1 })
  const { render } = pages
  pages.render = () => Promise.reject(new Error('no'))
  come(1)
  for (const second of [10, 11, 12]) await at(`2025-06-01T12:00:${second}.000Z`)
  expect(publish).toHaveBeenCalledTimes(1)
  pages.render = render
  expect(await at('2025-06-01T12:01:00.000Z')).toBe('waiting-list')
})
