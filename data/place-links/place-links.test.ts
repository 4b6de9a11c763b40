import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rounds } from '../../tests/support/full.ts'
import type { Places } from '../content/places.ts'
import { saveSection } from '../content/sections.ts'
import { doorPlaces } from '../door/free-places.ts'
import { mailQueue } from '../mail/outbox.ts'
import { cancelRegistration, confirmOwn } from '../own/own-changes.ts'
import { registrationByToken } from '../own/own-registration.ts'
import { eraseRegistrations } from '../registrations/erasure.ts'
import { listPlaceLinks, placeLinkByToken, stageOf } from '../registrations/links.ts'
import { mergeRegistrations } from '../registrations/merging.ts'
import { registrationBatchWriter } from '../registrations/new-registrations.ts'
import { readPersonalData } from '../registrations/personal-data.ts'
import { countStatus, freeSeats, reservedSeats, takenSeats } from '../registrations/places-now.ts'
import { restoreRegistration, trashRegistration } from '../registrations/trash.ts'
import { releaseUnconfirmed } from '../registrations/unconfirmed.ts'
import { memoryDb, someEdit, zone } from '../testing.ts'
import { acceptTransfer, offerTransfer } from '../transfers/transfers.ts'
import {
  changePlaceLink,
  createPlaceLink,
  endPlaceLink,
  maxPlaceLinks,
  removePlaceLinks,
  renewPlaceLink,
  returnPlaces,
} from './place-links.ts'

const start = '2025-11-20T14:00:00.000Z'
const at = '2025-11-10T12:00:00.000Z'
const until = '2025-11-15T12:00:00.000Z'

function conference(places: Partial<Places> = {}) {
  const db = memoryDb()
  const queueMail = mailQueue(db, 'conferencia.gt')
  const change = (when = at) => ({ at: when, timeZone: zone, queueMail })
  saveSection(db, 'hero', { eventDate: start }, someEdit)
  saveSection(db, 'places', { capacity: 3, transferUntil: 24, ...places }, someEdit)
  const write = registrationBatchWriter(db, zone, queueMail)
  const column = (name: string, field: string) =>
    db.prepare(`SELECT ${field} FROM registrations WHERE name = ?`).pluck().get(name)
  const idOf = (name: string) => String(column(name, 'id'))
  const tokenOf = (name: string) => String(column(name, 'token'))
  return {
    ...{ db, change, queueMail, idOf, tokenOf },
    linkOf: (name: string) => column(name, 'placeLink'),
    come: (name: string, placeToken?: string, when = at) => {
      const fields = { name, email: `${name}@ejemplo.gt` }
      const [result] = write([{ fields, at: when, idempotencyKey: null, marketingText: '', placeToken }])
      if (!result || result instanceof Error) throw result
      return result.outcome
    },
    namesOf: (status: string) =>
      db.prepare('SELECT name FROM registrations WHERE status = ? ORDER BY name').pluck().all(status).join(' '),
    share: (count: number, end = until) => {
      const result = createPlaceLink(db, { label: 'USAC', places: count, until: end }, at)
      if (result.outcome !== 'stored') throw new Error(result.outcome)
      return result.link
    },
    cancel: (name: string, when = at) => cancelRegistration(db, tokenOf(name), change(when)),
    set: (fields: Partial<Places>) => saveSection(db, 'places', fields, { ...someEdit, ...change() }),
    mails: () => db.prepare("SELECT kind || ' ' || name FROM mails ORDER BY rowid").pluck().all() as string[],
    lastUsed: () => listPlaceLinks(db).map(({ used }) => used),
  }
}

test('a link registers people in its reserved seats even if the conference is full', () => {
  const { db, come, share, namesOf, mails, lastUsed } = conference()
  const { token } = share(2)
  expect([freeSeats(db), come('ana'), come('eva'), come('luz', token)]).toEqual([1, 'registered', 'waitlisted', 'registered'])
  expect([namesOf('registered'), namesOf('waitlisted'), lastUsed()]).toEqual(['ana luz', 'eva', [1]])
  expect([takenSeats(db), reservedSeats(db)]).toEqual([3, 1])
  expect(come('eva', token)).toBe('registered')
  expect([namesOf('registered'), mails().at(-1), lastUsed()]).toEqual(['ana eva luz', 'promoted eva', [2]])
  expect([come('zoe', token), come('zoe')]).toEqual(['no-share', 'waitlisted'])
})

test('a person who already has a seat does not use up a reserved seat of a link', () => {
  const { come, share, lastUsed, mails } = conference()
  come('ana')
  const { token } = share(2)
  expect([come('ana', token), lastUsed(), mails()]).toEqual(['registered', [0], ['confirmation ana', 'already ana']])
})

test.each([
  ['not-open', { opensAt: '2025-11-11T00:00:00.000Z' }],
  ['closed', { closesAt: '2025-11-09T00:00:00.000Z' }],
])('a link with reserved seats registers nobody while registration is %s', (outcome, places) => {
  const { come, share, namesOf } = conference(places)
  expect([come('ana', share(1).token), namesOf('registered')]).toEqual([outcome, ''])
})

test('a cancelled seat returns to its link, or to the waiting list if the link has expired', () => {
  const { db, change, come, share, cancel, namesOf, lastUsed } = conference({ capacity: 2 })
  const { token } = share(1)
  come('ana', token)
  come('eva')
  come('luz')
  cancel('ana')
  expect([lastUsed(), namesOf('waitlisted')]).toEqual([[0], 'luz'])
  expect(come('ana', token)).toBe('registered')
  returnPlaces(db, change(until))
  cancel('ana', until)
  expect(namesOf('registered')).toBe('eva luz')
})

test('the unused seats of an expired link go to the waiting list once', () => {
  const { db, change, come, share, namesOf, mails } = conference()
  const { token } = share(2)
  for (const name of ['ana', 'eva', 'luz', 'zoe']) come(name)
  expect(returnPlaces(db, change('2025-11-15T11:59:59.999Z'))).toBe(0)
  expect(come('sol', token, until)).toBe('no-share')
  expect([returnPlaces(db, change(until)), returnPlaces(db, change(until))]).toEqual([1, 0])
  expect([namesOf('registered'), namesOf('waitlisted')]).toEqual(['ana eva luz', 'zoe'])
  expect(mails().slice(-2)).toEqual(['promoted eva', 'promoted luz'])
  expect(placeLinkByToken(db, token, until)?.state).toBe('over')
})

test('renewing a link disables its old URL, and ending the link frees its unused seats', () => {
  const { db, change, come, share, namesOf, linkOf } = conference({ capacity: 2 })
  const { id, token } = share(2)
  come('ana', token)
  come('eva')
  const renewed = renewPlaceLink(db, id)
  expect([placeLinkByToken(db, token, at), come('luz', token)]).toEqual([null, 'no-share'])
  expect(placeLinkByToken(db, renewed?.token ?? '', at)).toMatchObject({ id, used: 1, state: 'open' })
  const end = () => endPlaceLink(db, id, change())
  const ended = { id, places: 2, used: 1, returnedAt: at }
  expect([end(), namesOf('registered'), linkOf('ana'), listPlaceLinks(db)]).toMatchObject(['ended', 'ana eva', id, [ended]])
  expect([placeLinkByToken(db, renewed?.token ?? '', at), come('luz', renewed?.token)]).toEqual([null, 'no-share'])
  expect([end(), end(), renewPlaceLink(db, id), linkOf('ana'), listPlaceLinks(db)]).toEqual(['removed', null, null, null, []])
})

test('refuses a link that reserves more seats than are free, or that ends in the past', () => {
  const { db, come } = conference()
  come('ana')
  const make = (places: number, end = until) => createPlaceLink(db, { label: 'USAC', places, until: end }, at)
  expect([make(3), make(1, at)]).toEqual([{ outcome: 'full', most: 2 }, { outcome: 'past' }])
  expect(make(2).outcome).toBe('stored')
  expect(make(1)).toEqual({ outcome: 'full', most: 0 })
})

test('limits the number of links with reserved seats', () => {
  const { db, share } = conference({ capacity: null })
  for (let index = 0; index < maxPlaceLinks; index += 1) share(1)
  expect(createPlaceLink(db, { label: 'USAC', places: 1, until }, at)).toEqual({ outcome: 'too-many' })
})

test('a link can reserve all free seats, and seats that it gives up go to people waiting', () => {
  const { db, change, come, share, namesOf } = conference()
  const { id, token } = share(2)
  for (const name of ['ana', 'eva']) come(name)
  come('luz', token)
  const set = (edit: Parameters<typeof changePlaceLink>[2], when = at) => changePlaceLink(db, id, edit, change(when))
  expect(set({ places: 3 })).toEqual({ outcome: 'full', most: 2 })
  expect([set({ places: 1 }).outcome, namesOf('registered')]).toEqual(['stored', 'ana eva luz'])
  expect(set({ until: at })).toEqual({ outcome: 'past' })
  expect(changePlaceLink(db, 'unknown', { label: 'UVG' }, change())).toEqual({ outcome: 'missing' })
})

test('an expired link can be opened again for at most as many seats as are free', () => {
  const { db, change, share } = conference()
  const { id } = share(3)
  returnPlaces(db, change(until))
  const later = '2025-11-18T12:00:00.000Z'
  expect(changePlaceLink(db, id, { label: 'UVG', until }, change(until)).outcome).toBe('stored')
  expect(reservedSeats(db)).toBe(0)
  expect(changePlaceLink(db, id, { places: 4, until: later }, change(until))).toEqual({ outcome: 'full', most: 3 })
  expect(changePlaceLink(db, id, { until: later }, change(until)).outcome).toBe('stored')
  expect(reservedSeats(db)).toBe(3)
})

test('a link ended early does not count as expired later, and can be opened again', () => {
  const { db, change, share } = conference()
  const { id, token } = share(2)
  const stage = (when: string) => listPlaceLinks(db).map((link) => stageOf(link, when))
  expect([stage(at), stage(until)]).toEqual([['open'], ['past']])
  endPlaceLink(db, id, change())
  expect([stage(at), stage(until), reservedSeats(db)]).toEqual([['ended'], ['ended'], 0])
  expect(changePlaceLink(db, id, { label: 'UVG', until }, change()).outcome).toBe('stored')
  expect([stage(at), reservedSeats(db), placeLinkByToken(db, token, at)?.state]).toEqual([['open'], 2, 'open'])
  returnPlaces(db, change(until))
  expect(stage(until)).toEqual(['past'])
})

test('a link keeps its reserved seats when the capacity is lowered, and stays editable', () => {
  const { db, change, come, share, set, namesOf } = conference()
  const { id, token } = share(3)
  set({ capacity: 1 })
  expect(changePlaceLink(db, id, { label: 'UVG' }, change()).outcome).toBe('stored')
  expect([come('ana'), come('eva', token), come('luz', token)]).toEqual(['waitlisted', 'registered', 'registered'])
  expect(namesOf('waitlisted')).toBe('ana')
})

test('a seat of a link still belongs to the link after a transfer, a merge or a restore', () => {
  const { db, change, queueMail, come, share, idOf, tokenOf, linkOf, lastUsed } = conference({ capacity: 2 })
  const { id, token } = share(1)
  come('ana', token)
  come('eva')
  come('luz')
  const own = registrationByToken(db, tokenOf('ana'))
  if (own) offerTransfer(db, own, { name: 'zoe', email: 'zoe@ejemplo.gt' }, { at, queueMail })
  acceptTransfer(db, String(db.prepare('SELECT token FROM transfers').pluck().get()), change())
  expect([linkOf('zoe'), linkOf('ana'), lastUsed(), takenSeats(db)]).toEqual([id, null, [1], 2])
  mergeRegistrations(db, { keep: idOf('luz'), other: idOf('zoe'), take: [] }, { by: 'nobody', ...change() })
  expect([linkOf('luz'), lastUsed(), takenSeats(db)]).toEqual([id, [1], 2])
  const luz = idOf('luz')
  trashRegistration(db, luz, { by: 'nobody', ...change() })
  expect([lastUsed(), takenSeats(db)]).toEqual([[0], 2])
  expect(restoreRegistration(db, luz, change())).toMatchObject({ status: 'registered' })
  trashRegistration(db, luz, { by: 'nobody', ...change() })
  come('sol', token)
  expect(restoreRegistration(db, luz, change())).toMatchObject({ status: 'waitlisted' })
  expect([linkOf('luz'), lastUsed(), takenSeats(db)]).toEqual([null, [1], 2])
})

test('a person who did not confirm keeps the seat while it would only return to a link', () => {
  const { db, change, come, share, namesOf, idOf } = conference({ capacity: 1, askDays: [2], confirmBy: 24 })
  const asked = '2025-11-18T15:00:00.000Z'
  come('ana', share(1, '2025-11-19T18:00:00.000Z').token)
  come('eva')
  db.prepare('UPDATE registrations SET askedAt = ?').run(asked)
  db.prepare("UPDATE mails SET kind = 'ask', status = 'sent', createdAt = ?, sentAt = ?").run(asked, asked)
  expect(releaseUnconfirmed(db, change('2025-11-19T15:00:00.000Z'))).toBe(0)
  returnPlaces(db, change('2025-11-19T18:00:00.000Z'))
  expect([releaseUnconfirmed(db, change('2025-11-19T19:00:00.000Z')), namesOf('registered')]).toEqual([1, 'eva'])
  expect(
    confirmOwn(db, String(db.prepare('SELECT token FROM registrations WHERE id = ?').pluck().get(idOf('ana'))), change()),
  ).toBe('waitlisted')
})

test('phones at the door do not count the reserved seats of a link as free', () => {
  const { db, share } = conference({ askDays: [2], confirmBy: 24 })
  share(2)
  expect(doorPlaces(db, zone)?.capacity).toBe(1)
})

test("erasing a person frees a seat of the link, and the person's data file names the link", () => {
  const { db, change, come, share, idOf, lastUsed } = conference()
  come('ana', share(1).token)
  expect(readPersonalData(db, idOf('ana'), at)?.registrations).toMatchObject([{ placeLink: 'USAC' }])
  eraseRegistrations(db, [idOf('ana')], change())
  expect([lastUsed(), takenSeats(db)]).toEqual([[0], 1])
  removePlaceLinks(db)
  expect(takenSeats(db)).toBe(0)
})

test('random use of links never exceeds the capacity or leaves seats free while people wait', () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
  const acts = ['come', 'link', 'cancel', 'share', 'return', 'end', 'grow', 'pass', 'trash', 'restore', 'merge', 'raise'] as const
  const step = fc.tuple(
    fc.constantFrom(...acts),
    fc.constantFrom(...names),
    fc.constantFrom(...names),
    fc.integer({ min: 1, max: 3 }),
  )
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 6 }), fc.array(step, { minLength: 10, maxLength: 40 }), (first, steps) => {
      const { db, change, queueMail, come, share, set, tokenOf, idOf } = conference({ capacity: first })
      const { token } = share(Math.ceil(first / 2))
      for (const name of names.slice(0, 3)) come(name, token)
      for (const name of names.slice(3)) come(name)
      let capacity = first
      let now = Date.parse(at)
      for (const [act, name, other, count] of steps) {
        now += 1000
        const when = new Date(now).toISOString()
        const links = listPlaceLinks(db)
        const link = links[count % Math.max(1, links.length)]
        const isListed = db.prepare('SELECT 1 FROM registrations WHERE name = ?').get(name) !== undefined
        if (act === 'come') come(name, undefined, when)
        else if (act === 'link') come(name, link?.token ?? 'unknown', when)
        else if (act === 'cancel') cancelRegistration(db, tokenOf(name), change(when))
        else if (act === 'share')
          createPlaceLink(db, { label: name, places: count, until: new Date(now + 8000).toISOString() }, when)
        else if (act === 'return') returnPlaces(db, change(when))
        else if (act === 'end' && link) endPlaceLink(db, link.id, change(when))
        else if (act === 'grow' && link)
          changePlaceLink(db, link.id, { places: count, until: new Date(now + 9000).toISOString() }, change(when))
        else if (act === 'pass') {
          const own = registrationByToken(db, tokenOf(name))
          if (own) offerTransfer(db, own, { name: other, email: `${other}@ejemplo.gt` }, { at: when, queueMail })
          for (const token of db.prepare('SELECT token FROM transfers').pluck().all())
            acceptTransfer(db, String(token), change(when))
        } else if (act === 'trash' && isListed) trashRegistration(db, idOf(name), { by: 'nobody', ...change(when) })
        else if (act === 'restore')
          for (const id of db.prepare('SELECT id FROM trash').pluck().all()) restoreRegistration(db, String(id), change(when))
        else if (act === 'merge' && name !== other)
          mergeRegistrations(db, { keep: idOf(name), other: idOf(other), take: [] }, { by: 'nobody', ...change(when) })
        else if (act === 'raise') {
          capacity += 1
          set({ capacity })
        }
        const { registered, waitlisted } = countStatus(db)
        const seated = db.prepare("SELECT count(*) FROM registrations WHERE status = 'registered'").pluck().get()
        expect(seated).toBe(registered)
        expect(registered + reservedSeats(db)).toBeLessThanOrEqual(capacity)
        if (registered + reservedSeats(db) < capacity) expect(waitlisted).toBe(0)
      }
    }),
    { numRuns: rounds(60, 1000) },
  )
})

test('saving a link that a wrong clock has ended opens the link again', () => {
  const { db, come, share, change } = conference()
  const { id, token, label, places } = share(2)
  const ahead = new Date(Date.parse(until) + 86_400_000).toISOString()
  expect(returnPlaces(db, change(ahead))).toBe(1)
  expect([placeLinkByToken(db, token, at)?.state, reservedSeats(db)]).toEqual(['over', 0])
  expect(changePlaceLink(db, id, { label, places, until }, change()).outcome).toBe('stored')
  expect([placeLinkByToken(db, token, at)?.state, reservedSeats(db), come('luz', token)]).toEqual(['open', 2, 'registered'])
})
