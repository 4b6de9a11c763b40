/** As time passes, the site is published again without a save: in its folder, in the bucket and in an export, also after a restart. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startTestStore } from '../../api/store/testing.ts'
import { temporaryDir } from '../../data/testing.ts'
import { dayOf, instantOfDay } from '../../data/zone.ts'
import { signedIn, succeeding } from '../../demo/client.ts'
import { command, shiftedClock } from '../support/commands.ts'
import { admin, startProduct } from '../support/product.ts'

const zone = 'America/Guatemala'
const aDay = 24 * 60 * 60_000
/** The conference begins in two days, so that the test's clock only moves forward at any time of day. */
const [first, second] = [2, 3].map((days) => dayOf(zone, new Date(Date.now() + days * aDay).toISOString())) as [string, string]
const at = (day: string, time: string) => Date.parse(instantOfDay(zone, day, time))

/** Texts that the page must and must not contain at each time. */
const times = [
  { name: 'before', at: at(first, '06:59'), moment: 'before', says: 'Save the date', not: 'Charla de las nueve</strong>' },
  { name: 'at the start of a talk', at: at(first, '09:01'), moment: 'during', says: 'Ahora</p>', not: 'Save the date' },
  { name: 'between days', at: at(first, '20:00'), moment: 'during', says: 'Continúa</p>', not: 'Ahora</p>' },
  {
    name: 'during the second day',
    at: at(second, '10:01'),
    moment: 'during',
    says: 'Charla del segundo día</strong>',
    not: 'Continúa</p>',
  },
  {
    name: 'after',
    at: at(second, '12:00'),
    moment: 'after',
    says: 'Ver las grabaciones',
    not: '<a href="#registro" data-register',
  },
]

const isSaid = (html: string | null, { moment, says, not }: (typeof times)[number]) =>
  !!html && html.includes(`data-moment="${moment}"`) && html.includes(says) && !html.includes(not)

test('the page changes before, during and after the event on time, without a save', {
  timeout: 300_000,
}, async () => {
  const store = await startTestStore()
  const clock = shiftedClock()
  const { config } = store
  const env = {
    ...clock.env,
    S3_ENDPOINT: config.endpoint,
    S3_REGION: config.region,
    S3_BUCKET: config.bucket,
    S3_ACCESS_KEY_ID: config.accessKeyId,
    S3_SECRET_ACCESS_KEY: config.secretAccessKey,
  }
  const product = await startProduct(env)
  onTestFinished(product.discard)
  const call = succeeding(await signedIn(product.processOrigin, admin))
  await call('PUT /api/hero', { eventDate: instantOfDay(zone, first, '09:00') })
  await call('PUT /api/event', { recordingsUrl: 'https://video.ejemplo.gt/grabaciones' })
  const hall = (await (await call('POST /api/agenda/scenarios', { name: 'Salón' })).json()) as { id: string }
  const talk = { scenarioId: hall.id, day: '' }
  await call('POST /api/agenda/events', { ...talk, title: 'Charla de las nueve', startTime: '09:00', endTime: '10:00' })
  await call('POST /api/agenda/events', {
    ...talk,
    day: second,
    title: 'Charla del segundo día',
    startTime: '10:00',
    endTime: '11:00',
  })

  const served = async () => (await fetch(product.origin)).text()
  const folder = () => readFileSync(join(product.dataDir, 'www/index.html'), 'utf8')
  for (const time of times) {
    clock.setDays((time.at - Date.now()) / aDay)
    await expect.poll(async () => [time.name, isSaid(await served(), time)]).toEqual([time.name, true])
    expect([time.name, isSaid(folder(), time)]).toEqual([time.name, true])
    await expect.poll(() => [time.name, isSaid(store.text('index.html'), time)]).toEqual([time.name, true])
  }

  // The clock moves while the server is down. The first answer after the start is right, because the server publishes before it answers.
  const downs = times.filter(({ name }) => ['at the start of a talk', 'after'].includes(name))
  for (const time of downs) {
    await product.end()
    clock.setDays((time.at - Date.now()) / aDay)
    await product.restart()
    expect([time.name, isSaid(await served(), time)]).toEqual([time.name, true])
  }
  // Exports run one by one, because the first export draws the cards for all of them.
  for (const time of times) {
    const own = shiftedClock()
    own.setDays((time.at - Date.now()) / aDay)
    const exported = join(temporaryDir(), 'sitio')
    const { code, said } = await command('export', product.dataDir, [exported], { ...env, ...own.env })
    expect([code, code === 0 ? '' : said]).toEqual([0, ''])
    expect([time.name, isSaid(readFileSync(join(exported, 'index.html'), 'utf8'), time)]).toEqual([time.name, true])
  }
})
