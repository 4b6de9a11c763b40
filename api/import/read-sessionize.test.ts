import { expect, test } from 'vitest'
import { readSessionize } from './read-sessionize.ts'
import { sessionize } from './testing.ts'

function isLeftOut(status: string | null): boolean {
  const file = JSON.parse(sessionize())
  file.sessions[0].status = status
  const { talks } = readSessionize(JSON.stringify(file), 'America/Guatemala')
  return talks.find(({ title }) => title === 'Redes que no duermen')?.problems.length === 1
}

test.each(['Nominated', 'Accept_Queue', 'Decline_Queue', 'Waitlisted', 'Declined'])(
  'does not import a session with the status %s',
  (status) => {
    expect(isLeftOut(status)).toBe(true)
  },
)

test.each(['Accepted', 'accepted', null])('imports a session with the status %s', (status) => {
  expect(isLeftOut(status)).toBe(false)
})
