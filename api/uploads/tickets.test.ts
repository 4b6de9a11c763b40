import { expect, test } from 'vitest'
import { createTickets, type Ticket } from './tickets.ts'

const ticket: Ticket = { name: 'a.webp', userId: 'ana', type: { media: 'image', stored: 'webp' }, kind: null }

function clockAt(time: number) {
  const clock = { time }
  return { clock, tickets: createTickets(() => clock.time) }
}

function issue(tickets: ReturnType<typeof createTickets>, changes: Partial<Ticket> = {}): string {
  const key = tickets.issue({ ...ticket, ...changes })
  if (!key) throw new Error('no ticket')
  return key
}

test('an upload ticket has 128 random bits', () => {
  const { tickets } = clockAt(0)
  const keys = Array.from({ length: 200 }, () => issue(tickets))
  expect(new Set(keys).size).toBe(200)
  expect(keys.every((key) => Buffer.from(key, 'base64url').length === 16)).toBe(true)
})

test('accepts an upload ticket for one upload only', () => {
  const { tickets } = clockAt(0)
  const key = issue(tickets)
  expect(tickets.use(key, 'a.webp', 'ana')).toMatchObject(ticket)
  expect(tickets.use(key, 'a.webp', 'ana')).toBe('used')
})

test('accepts an upload ticket from its user even after another user tried it', () => {
  const { tickets } = clockAt(0)
  const key = issue(tickets)
  expect(tickets.use(key, 'a.webp', 'luis')).toBe('foreign')
  expect(tickets.use(key, 'a.webp', 'ana')).toMatchObject(ticket)
})

test.each(['', 'x'.repeat(22)])('rejects the unknown upload ticket %j', (key) => {
  expect(clockAt(0).tickets.use(key, 'a.webp', 'ana')).toBe('unknown')
})

test('accepts an upload ticket only with its own file name', () => {
  const { tickets } = clockAt(0)
  expect(tickets.use(issue(tickets), 'b.webp', 'ana')).toBe('unknown')
})

test('an upload ticket expires after ten minutes', () => {
  const { clock, tickets } = clockAt(0)
  const [first, second] = [issue(tickets), issue(tickets)]
  clock.time = 10 * 60_000 - 1
  expect(tickets.use(first, 'a.webp', 'ana')).toMatchObject(ticket)
  clock.time += 1
  expect(tickets.use(second, 'a.webp', 'ana')).toBe('unknown')
})

test('one user cannot use up the upload tickets of other users', () => {
  const { clock, tickets } = clockAt(0)
  for (let count = 0; count < 500; count++) issue(tickets)
  expect(tickets.issue(ticket)).toBeNull()
  issue(tickets, { userId: 'luis' })
  clock.time = 10 * 60_000
  issue(tickets)
})
