import { expect, test } from 'vitest'
import { chooseSessions } from '../../data/seats/choosing.ts'
import { addItem } from '../../data/testing.ts'
import { arrival, createDoor, minutes, nine } from './testing.ts'

async function workshopDoor() {
  const door = await createDoor()
  const { db, config } = door.app
  const fields = { title: 'Taller', isPlenary: true, startTime: '09:00', endTime: '11:00', capacity: 1, releaseAfter: 10 }
  const { id } = addItem(db, 'events', fields)
  const [ana, eva] = [door.person('Ana').id, door.person('Eva').id]
  const change = { at: nine, timeZone: config.timeZone, queueMail: null }
  for (const person of [ana, eva]) chooseSessions(db, person, [id], change, { by: 'staff' })
  const seatsOf = async (person: string) => (await door.list()).people.find(({ id }) => id === person)?.sessions
  return { ...door, id, ana, eva, seatsOf }
}

test('the attendee list has the sessions with limited seats, and the seats of each person', async () => {
  const { id, ana, eva, person, list, seatsOf } = await workshopDoor()
  const nobody = person('Luis').id
  const { sessions } = await list()
  expect(sessions).toMatchObject([{ id, title: 'Taller', room: '', capacity: 1, releaseAfter: 10, start: nine }])
  expect(await seatsOf(ana)).toEqual([{ id, status: 'seated', arrivedAt: null }])
  expect(await seatsOf(eva)).toEqual([{ id, status: 'waiting', arrivedAt: null }])
  expect(await seatsOf(nobody)).toBeUndefined()
})

test('an arrival at a session does not count as an arrival at the conference', async () => {
  const { id, ana, arrive, summary, seatsOf, list } = await workshopDoor()
  const { cursor } = await list()
  const atSession = arrival(ana, minutes(5), { session: id })
  const [answer] = await arrive(atSession)
  expect(answer).toMatchObject({ arrivedAt: null, sessions: [{ id, status: 'seated', arrivedAt: minutes(5) }] })
  expect((await summary()).arrived).toBe(0)
  expect((await list(`?since=${cursor}`)).people).toMatchObject([{ id: ana, sessions: [{ arrivedAt: minutes(5) }] }])
  await arrive(arrival(ana, minutes(6)))
  await arrive(arrival(ana, minutes(7), { session: id, undo: atSession.id }))
  expect([(await summary()).arrived, await seatsOf(ana)]).toEqual([1, [{ id, status: 'seated', arrivedAt: null }]])
  await arrive(arrival(ana, minutes(8), { session: id }), arrival(ana, minutes(9), { undo: true }))
  expect([(await summary()).arrived, (await seatsOf(ana))?.[0]?.arrivedAt]).toEqual([0, minutes(8)])
})

test('people who come to a session without having a seat are listed as arrived', async () => {
  const { id, eva, person, arrive, seatsOf } = await workshopDoor()
  const luis = person('Luis').id
  await arrive(arrival(luis, minutes(5), { session: id }), arrival(eva, minutes(4), { session: id }))
  expect(await seatsOf(luis)).toEqual([{ id, status: 'none', arrivedAt: minutes(5) }])
  expect(await seatsOf(eva)).toEqual([{ id, status: 'waiting', arrivedAt: minutes(4) }])
  await arrive(arrival(luis, minutes(6), { session: id, undo: true }))
  expect(await seatsOf(luis)).toBeUndefined()
})
