import { expect, test } from 'vitest'
import { openDatabase } from '../hardening/client.ts'
import { sharedProduct } from '../support/fixtures.ts'
import { organiserOf } from '../support/session.ts'

const product = await sharedProduct()

test('shows a notice at the top of the landing page and of the pages of talks and speakers', async () => {
  const organiser = await organiserOf(product)
  await organiser('PUT /api/hero', { eventDate: '2099-11-20' })
  const speaker = await (await organiser('POST /api/speakers', { name: 'Ana Batz', title: 'Ingeniera', company: 'Telar' })).json()
  const room = await (await organiser('POST /api/agenda/scenarios', { name: 'Ceiba' })).json()
  const talk = { title: 'Redes', startTime: '09:00', scenarioId: room.id, speakerIds: [speaker.id] }
  await organiser('POST /api/agenda/events', talk)
  await organiser('POST /api/registrations', { name: 'Eva', email: 'eva@ejemplo.gt', phone: '5555 1234' })
  const db = openDatabase(product)
  const token = db.prepare('SELECT token FROM registrations').pluck().get()
  db.close()
  const read = async (path: string) => (await fetch(product.origin + path)).text()
  const paths = ['/', '/charlas/redes', '/speakers/ana-batz', `/registro/${token}`, '/privacidad']
  const before = await read('/')

  await organiser('PUT /api/notice', { text: 'La sala Ceiba <se> muda', url: 'telar.example/salas', until: '' })
  for (const path of paths) {
    await expect.poll(() => read(path), { message: path }).toContain('La sala Ceiba &lt;se&gt; muda')
    expect(await read(path)).toContain('href="https://telar.example/salas"')
  }
  await organiser('PUT /api/notice', { text: '' })
  for (const path of paths) await expect.poll(() => read(path), { message: path }).not.toContain('La sala Ceiba')
  expect(await read('/')).toBe(before)
})
