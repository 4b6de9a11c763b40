import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvSheet } from '../../api/import/csv.ts'
import { readFrab } from '../../api/import/read-frab.ts'
import { readPretalx } from '../../api/import/read-pretalx.ts'
import { readTable } from '../../api/import/read-table.ts'
import { readContent } from '../../data/content/content.ts'
import type { Db } from '../../data/db/db.ts'
import { prepareImport, readBasis, storeImport } from '../../data/import/import.ts'
import { markOf, planImport } from '../../data/import/plan.ts'
import type { Source, SourceFile } from '../../data/import/source.ts'
import { publicContent } from '../../data/programme/public-content.ts'
import { addItem, memoryDb, zone } from '../../data/testing.ts'
import { scheduleCsv } from '../../site/schedule/csv.ts'
import { scheduleJson } from '../../site/schedule/json.ts'
import { programmeOf } from '../../site/schedule/programme.ts'
import { scheduleXml } from '../../site/schedule/xml.ts'
import { rounds } from '../support/full.ts'

const origin = 'https://conferencia.gt'

type Form = { source: Source; write: (programme: ReturnType<typeof programmeOf>) => string; read: (text: string) => SourceFile }

const forms: Form[] = [
  { source: 'pretalx', write: scheduleJson, read: (text) => readPretalx(text, zone) },
  { source: 'frab', write: scheduleXml, read: (text) => readFrab(text, zone) },
  { source: 'csv', write: scheduleCsv, read: (text) => readTable([csvSheet(text)], { timeZone: zone, eventDay: '2027-03-05' }) },
]

const exported = (db: Db, { write }: Form) => {
  const content = publicContent(readContent(db).content, zone)
  return write(programmeOf(content, zone, origin)).replaceAll(/(#(?:evento|speaker)-|\/(?:charlas|speakers)\/)[\w-]+/g, '$1')
}

const word = fc.string({ minLength: 1, maxLength: 30, unit: 'grapheme' })
// Leaves out semicolons, because they separate names in the table.
const name = word.map((text) => `A${text.replaceAll(';', ',')}`)
const clock = fc.integer({ min: 8 * 12, max: 18 * 12 }).map((steps) => [Math.floor(steps / 12), (steps % 12) * 5] as const)
const hhmm = ([hours, minutes]: readonly [number, number]) =>
  [hours, minutes].map((part) => String(part).padStart(2, '0')).join(':')

const made = fc.record({
  rooms: fc.uniqueArray(name, { minLength: 1, maxLength: 5, selector: (text) => text.toLowerCase() }),
  speakers: fc.uniqueArray(fc.record({ name, bio: fc.lorem(), title: word, company: word }), {
    maxLength: 8,
    selector: (speaker) => speaker.name.toLowerCase(),
  }),
  talks: fc.array(
    fc.record({
      title: name,
      description: fc.oneof(
        fc.lorem({ mode: 'sentences' }),
        fc.string({ maxLength: 200 }),
        fc.constant('- uno\n- <b>dos</b> & "tres"'),
      ),
      day: fc.constantFrom('2027-03-05', '2027-03-06', '2027-03-07'),
      start: clock,
      minutes: fc.constantFrom(20, 30, 45, 60, 120),
      room: fc.nat(),
      speakers: fc.array(fc.nat(), { maxLength: 3 }),
      isPlenary: fc.boolean(),
      language: fc.constantFrom('', 'Español', 'English'),
      level: fc.constantFrom('', 'Avanzado'),
      track: fc.oneof(fc.constant(''), name),
      slidesUrl: fc.constantFrom('', 'https://slides.gt/redes?a=1&b=2'),
      recordingUrl: fc.constantFrom('', 'https://video.gt/v/1'),
    }),
    { minLength: 1, maxLength: 20 },
  ),
})

type Made = typeof made extends fc.Arbitrary<infer T> ? T : never

function store(db: Db, { rooms, speakers, talks }: Made): void {
  const roomIds = rooms.map((room) => addItem(db, 'scenarios', { name: room }).id)
  const speakerIds = speakers.map((speaker) => addItem(db, 'speakers', speaker).id)
  for (const { start, minutes, room, speakers: who, isPlenary, ...talk } of talks) {
    const end = start[0] * 60 + start[1] + minutes
    addItem(db, 'events', {
      ...talk,
      startTime: hhmm(start),
      endTime: hhmm([Math.floor(end / 60), end % 60]),
      scenarioId: isPlenary && room % 2 === 0 ? '' : (roomIds[room % roomIds.length] ?? ''),
      speakerIds: speakerIds.length === 0 ? [] : [...new Set(who.map((index) => speakerIds[index % speakerIds.length] ?? ''))],
      isPlenary,
    })
  }
}

test.each(forms)('exporting an imported programme reproduces the imported file ($source)', (form) => {
  const runs = rounds(7, 300)
  fc.assert(
    fc.property(made, (programme) => {
      const [first, second] = [memoryDb(), memoryDb()]
      store(first, programme)
      const text = exported(first, form)
      const basis = readBasis(second, zone)
      const plan = planImport(basis.lists, form.read(text), form.source, basis.eventDay)
      const accept = plan.rows.map(({ id }) => id)
      const preparing = prepareImport(second, { plan, source: form.source, basis, accept }, '2026-01-01T00:00:00.000Z')
      let step = preparing.next()
      while (!step.done) step = preparing.next()
      const imported = storeImport(second, step.value, { by: null })
      expect(imported).toMatchObject({ outcome: 'saved', left: [] })
      expect(exported(second, form)).toBe(text)
      const again = readBasis(second, zone)
      const rows = planImport(again.lists, form.read(text), form.source, again.eventDay).rows
      expect(rows.filter(({ change }) => change !== 'same')).toEqual([])
    }),
    { numRuns: runs },
  )
})

/** Stores a programme with imported, typed and hidden items. */
function storeFromElsewhere(db: Db): void {
  const from = (key: 'speakers' | 'scenarios' | 'events', sourceId: string, item: object) => {
    const said = Object.keys(item)
    addItem(db, key, { ...item, sourceId, sourceMark: markOf(key, 'sessionize', item, said) })
  }
  from('scenarios', '7', { name: 'Ceiba', description: 'Planta baja' })
  from('speakers', 'abc', { name: 'Ana Batz', title: 'CTO', company: 'Labs' })
  addItem(db, 'scenarios', { name: 'Amate' })
  addItem(db, 'scenarios', { name: 'Secreta', isActive: false })
  addItem(db, 'speakers', { name: 'Beto Choc' })
  addItem(db, 'speakers', { name: 'Sin anunciar', isActive: false })
  const { content } = readContent(db)
  const roomOf = (name: string) => content.scenarios.find((room) => room.name === name)?.id ?? ''
  const speakerIds = content.speakers.map(({ id }) => id)
  const talk = (title: string, startTime: string, more: object = {}) => ({
    ...{ title, day: '2027-03-05', startTime, endTime: '', scenarioId: roomOf('Ceiba'), speakerIds, isPlenary: false },
    ...{ description: 'Un *texto* con <b> & `código`', ...more },
  })
  from('events', '101', talk('Redes', '09:00'))
  from('events', '102', talk('Nubes', '10:00', { endTime: '10:45' }))
  addItem(db, 'events', talk('Mapas', '11:00'))
  addItem(db, 'events', talk('Receso', '12:00', { isPlenary: true, scenarioId: '', speakerIds: [] }))
  addItem(db, 'events', talk('Receso', '15:00', { isPlenary: true, scenarioId: '', speakerIds: [] }))
  addItem(db, 'events', talk('Por confirmar', '16:00', { isActive: false }))
}

test.each(forms)('importing the site’s own export changes nothing ($source)', (form) => {
  const db = memoryDb()
  storeFromElsewhere(db)
  const text = exported(db, form)
  const rowsOf = (data: string) => {
    const { lists, eventDay } = readBasis(db, zone)
    return planImport(lists, form.read(data), form.source, eventDay).rows.filter(({ change }) => change !== 'same')
  }
  expect(rowsOf(text)).toEqual([])
  const changed = text.replaceAll('Redes', 'Redes vivas').replace('Mapas', 'Mapas vivos')
  const field = (before: string, after: string) => [{ field: 'title', before, after }]
  expect(rowsOf(changed)).toMatchObject([
    { change: 'changed', fields: field('Redes', 'Redes vivas') },
    { change: 'edited-here', fields: field('Mapas', 'Mapas vivos') },
  ])
  const { revisions: _, ...basis } = readBasis(db, zone)
  const plan = planImport(basis.lists, form.read(changed), form.source, basis.eventDay)
  const accept = plan.rows.map(({ id }) => id)
  const preparing = prepareImport(
    db,
    { plan, source: form.source, basis: readBasis(db, zone), accept },
    '2026-01-01T00:00:00.000Z',
  )
  let step = preparing.next()
  while (!step.done) step = preparing.next()
  storeImport(db, step.value, { by: null })
  const events = readContent(db).content.events
  // The talk still has its id in Sessionize.
  expect(events.map(({ title, sourceId }) => [title, sourceId]).slice(0, 3)).toEqual([
    ['Redes vivas', '101'],
    ['Nubes', '102'],
    ['Mapas vivos', ''],
  ])
})
