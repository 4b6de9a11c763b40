import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openDb } from '../../data/db/db.ts'
import { chooseSessions, chosenSessions } from '../../data/seats/choosing.ts'
import { countsOfSession } from '../../data/seats/people.ts'
import { addItem, addRegistration, temporaryDir, zone } from '../../data/testing.ts'
import { restoreBackup } from './restore.ts'
import { backUp, filledDataDir } from './testing.ts'

test('restoring a backup restores seats and waiting lists of sessions, and fills free seats', async () => {
  const { dataDir, db } = await filledDataDir()
  const { id } = addItem(db, 'events', { title: 'Taller', isPlenary: true, startTime: '09:00', capacity: 1 })
  const change = { at: new Date().toISOString(), timeZone: zone, queueMail: null }
  const [eva, luis] = ['eva', 'luis'].map((name) => addRegistration(db, { name, email: `${name}@ejemplo.gt` }).id)
  if (!eva || !luis) throw new Error('nobody')
  for (const person of [eva, luis]) chooseSessions(db, person, [id], change, { by: 'staff' })
  const from = await backUp(dataDir)
  chooseSessions(db, eva, [], change, { by: 'staff' })
  const elsewhere = temporaryDir()
  await restoreBackup({ dataDir: elsewhere, from })
  const restored = openDb(join(elsewhere, 'conference.db'))
  onTestFinished(() => void restored.close())
  const statusOf = (person: string) => chosenSessions(restored, person, zone).map(({ status }) => status)
  expect([statusOf(eva), statusOf(luis)]).toEqual([['seated'], ['waiting']])
  expect(chooseSessions(restored, eva, [], change, { by: 'staff' })).toEqual({ outcome: 'stored' })
  expect([statusOf(luis), countsOfSession(restored, id)?.seated]).toEqual([['seated'], 1])
})
