import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { temporaryDir } from '../data/testing.ts'
import { openDatabase } from './database.ts'
import { call, createTestApp, dataIn, signIn } from './testing.ts'

const fixtures = join(import.meta.dirname, '../data/db/fixtures')
const names = readdirSync(fixtures).filter((name) => name.endsWith('.sql'))

/** Starts the app with a database of an older version, after migrating it as a start does. */
async function appOver(name: string) {
  const dataDir = temporaryDir()
  const file = join(dataDir, 'conference.db')
  const old = new Database(file)
  old.exec(readFileSync(join(fixtures, name), 'utf8'))
  old.close()
  ;(await openDatabase(dataDir)).close()
  const test = await createTestApp({ database: file, isPublished: true })
  const cookie = await signIn(test)
  return { test, get: async (path: string) => (await call(test, `GET ${path}`, { cookie })).json() }
}

type Shown = { email: string; notes: string; staffNotes: string }

const shown = (people: Shown[]) => people.map(({ email, notes, staffNotes }) => `${email}: ${notes} / ${staffNotes}`).toSorted()

test.each(names)('%s: after migration, a database of an older version gives the same API and page', async (name) => {
  const version = Number.parseInt(name, 10)
  const { test, get } = await appOver(name)
  const luis = 'luis@ejemplo.gt: Como de todo / '
  const eva = `Eva@Ejemplo.gt:  / ${version < 12 ? '' : 'Ya pagó'}`
  const mia = name.includes('then') ? ['mia@ejemplo.gt: Voy con mi hermana / '] : []
  const isTrashed = version >= 8
  const people = [eva, 'jose@ejemplo.gt: Llego tarde / ', ...(isTrashed ? [] : [luis]), ...mia]
  expect(shown(await get('/api/registrations'))).toEqual(people.toSorted())
  const trash = test.db.prepare<[], Shown>(
    "SELECT row ->> 'email' AS email, row ->> 'notes' AS notes, row ->> 'staffNotes' AS staffNotes FROM trash",
  )
  expect(shown(trash.all())).toEqual(isTrashed ? [luis] : [])
  // Finds a phone by its digits alone, and a name despite a typing error.
  for (const search of ['55551234', 'garsia']) {
    expect(shown(await get(`/api/registrations?search=${search}`))).toEqual(['jose@ejemplo.gt: Llego tarde / '])
  }
  const [speaker] = await get('/api/speakers')
  const [scenario] = await get('/api/agenda/scenarios')
  const [event] = await get('/api/agenda/events')
  expect([speaker.name, scenario.name, event.title]).toEqual(['Lucía Gómez', 'Sala Quetzal', 'Bases de datos en calma'])
  expect(event).toMatchObject({ startTime: '10:00', scenarioId: scenario.id, speakerIds: [speaker.id] })
  expect(await get('/api/hero')).toMatchObject({
    title: 'Días de la Red',
    subtitle: 'Un día de charlas',
    location: 'Centro Cultural, Zona 4',
  })

  const { content } = await dataIn(await call(test, 'GET /'))
  expect(content.hero).toMatchObject({ title: 'Días de la Red', eventDate: '2027-03-04T15:00:00.000Z' })
  expect([content.speakers, content.events].map(([item]) => item?.id)).toEqual([speaker.id, event.id])
})
