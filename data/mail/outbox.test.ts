import { expect, test } from 'vitest'
import { addRegistration, longAgo, memoryDb } from '../testing.ts'
import { dueMails, mailQueue, recordSent } from './outbox.ts'

test('sends a mail only once even if its recipient is merged while the mail is being sent', () => {
  const db = memoryDb()
  const person = addRegistration(db, { email: 'ana@ejemplo.gt' })
  const { id: keep } = addRegistration(db, { email: 'ana@trabajo.gt' })
  mailQueue(db, 'conferencia.gt')('confirmation', person, longAgo)
  const [mail] = dueMails(db)(longAgo, 5)
  if (!mail) expect.fail('no mail waits')
  db.prepare('UPDATE mails SET registrationId = ?').run(keep)
  db.prepare('DELETE FROM registrations WHERE id = ?').run(person.id)
  recordSent(db, mail, '250 OK', longAgo)
  expect(dueMails(db)(new Date().toISOString(), 5)).toEqual([])
  expect(db.prepare('SELECT registrationId, status, attempts FROM mails').all()).toEqual([
    { registrationId: keep, status: 'sent', attempts: 1 },
  ])
})
