import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addItem, memoryDb, someEdit } from '../testing.ts'
import { createItem, deleteItem, latestRevision, readSection, updateItem } from './content.ts'
import { restoreItem, restoreRevision } from './restore.ts'

const number = fc.nat({ max: 30 })
const step = fc.record({
  how: fc.constantFrom(
    'create',
    'first',
    'list',
    'both',
    'plenary',
    'overtaken',
    'deleteSpeaker',
    'deleteScenario',
    'restore',
    'bringBack',
  ),
  a: number,
  b: number,
  c: number,
})

test('after random changes and restores, no session names a deleted room or speaker', () => {
  let lists = 0
  const run = (steps: (typeof step extends fc.Arbitrary<infer T> ? T : never)[]) => {
    const db = memoryDb()
    const edit = { ...someEdit, settings: [] }
    const ids = <K extends 'speakers' | 'scenarios' | 'events'>(key: K) => readSection(db, key).value.map(({ id }) => id)
    const pick = <T>(among: readonly T[], at: number) => among[at % Math.max(1, among.length)]
    for (const name of ['A', 'B', 'C', 'D']) addItem(db, 'speakers', { name })
    for (const name of ['Uno', 'Dos']) addItem(db, 'scenarios', { name })
    const [known, rooms] = [ids('speakers'), ids('scenarios')]
    addItem(db, 'events', { scenarioId: rooms[0] ?? '', speakerIds: known.slice(0, 3) })

    for (const { how, a, b, c } of steps) {
      const event = pick(ids('events'), a) ?? ''
      const chosen = [pick(known, b), pick(known, c)].map(String)
      const talk = { title: 'Charla', startTime: '09:00', scenarioId: String(pick(rooms, a)) }
      const version = readSection(db, 'events').value[0]?.createdAt
      if (how === 'create') createItem(db, 'events', { ...talk, speakerIds: chosen }, edit)
      if (how === 'first') updateItem(db, 'events', event, { speakerId: b % 5 === 0 ? '' : String(chosen[0]) }, edit)
      if (how === 'list') updateItem(db, 'events', event, { speakerIds: [...new Set(chosen)].slice(0, c % 3) }, edit)
      if (how === 'both')
        updateItem(db, 'events', event, { speakerId: String(chosen[0]), speakerIds: [...new Set(chosen)] }, edit)
      if (how === 'plenary')
        updateItem(db, 'events', event, { isPlenary: b % 2 === 0, ...(c % 2 === 0 && { scenarioId: '' }) }, edit)
      if (how === 'overtaken') updateItem(db, 'events', event, { speakerId: String(chosen[0]) }, edit, version)
      if (how === 'deleteSpeaker') deleteItem(db, 'speakers', pick(ids('speakers'), a) ?? '', edit)
      if (how === 'deleteScenario') deleteItem(db, 'scenarios', pick(ids('scenarios'), a) ?? '', edit)
      if (how === 'restore') restoreRevision(db, 1 + (a % latestRevision(db)), undefined, edit)
      if (how === 'bringBack') restoreItem(db, 1 + (a % latestRevision(db)), String(pick([...known, ...rooms], b)), edit)

      const [speakers, scenarios] = [new Set(ids('speakers')), new Set(ids('scenarios'))]
      for (const { speakerId, speakerIds, scenarioId, isPlenary } of readSection(db, 'events').value) {
        lists += Number(speakerIds.length > 1)
        const unknown = speakerIds.filter((id) => !speakers.has(id))
        const twice = speakerIds.length - new Set(speakerIds).size
        const isLost = scenarioId === '' ? !isPlenary : !scenarios.has(scenarioId)
        expect({ speakerId, unknown, twice, isLost }).toEqual({
          speakerId: speakerIds[0] ?? '',
          unknown: [],
          twice: 0,
          isLost: false,
        })
      }
    }
  }
  fc.assert(fc.property(fc.array(step, { minLength: 5, maxLength: 25 }), run), { numRuns: 60 })
  expect(lists).toBeGreaterThan(100)
})
