import { expect, onTestFinished, test } from 'vitest'
import type { MailKind } from '../../data/content/mail-texts.ts'
import { budgetsOf } from '../../data/mail/budgets.ts'
import { dueMails, mailQueue } from '../../data/mail/outbox.ts'
import { addRegistration, memoryDb } from '../../data/testing.ts'
import { log } from '../testing.ts'
import { readMailConfig } from './config.ts'
import { openConnection, type Timeouts } from './connection.ts'
import { retryDelay } from './delivery.ts'
import { createOutbox } from './outbox.ts'
import { reply, startMailServer, type Trouble } from './testing.ts'

const start = Date.parse('2025-06-01T12:00:00.000Z')
const minute = 60_000

type Options = {
  trouble?: Trouble
  user?: string
  people?: number
  isUp?: boolean
  timeouts?: Timeouts
  limit?: number
}

/** An outbox with a real mail server and a clock that the test sets. */
async function setUp({ trouble = {}, user = '', people = 1, isUp = true, timeouts, limit = 0 }: Options = {}) {
  const server = await startMailServer(trouble)
  if (!isUp) await server.stop()
  const db = memoryDb()
  const queue = mailQueue(db, 'conferencia.gt')
  const clock = { now: start }
  const add = (index: number, email = `persona${index}@ejemplo.gt`, kind: MailKind = 'confirmation', source?: string) => {
    const person = addRegistration(db, { email })
    queue(kind, person, new Date(clock.now).toISOString(), { source })
  }
  for (let index = 0; index < people; index++) add(index)
  const mail = readMailConfig({ SMTP_URL: server.url.replace('//', `//${user}`), MAIL_FROM: 'hola@conferencia.gt' })
  if (!mail) throw new Error('no mail is configured')
  const outbox = createOutbox({
    db,
    log,
    connect: () => openConnection(mail, timeouts),
    compose: async ({ email, messageId }) => ({
      from: mail.from.address,
      to: email,
      raw: Buffer.from(`Message-ID: ${messageId}\r\nSubject: x\r\n\r\nx`),
    }),
    budgets: budgetsOf(limit),
    now: () => clock.now,
  })
  outbox.start()
  onTestFinished(outbox.stop)
  const rows = () =>
    db
      .prepare<[], { status: string; attempts: number; response: string | null; nextAt: string }>(
        'SELECT status, attempts, response, nextAt FROM mails ORDER BY id',
      )
      .all()
  const count = (status: string) => rows().filter((row) => row.status === status).length
  const waits = () => rows().map(({ nextAt }) => (Date.parse(nextAt) - clock.now) / minute)
  const turn = (ms: number) => {
    clock.now += ms
    outbox.wake()
  }
  /** Lets a minute pass before each call of `look`. */
  const turning = (look: () => number) => () => {
    turn(minute)
    return look()
  }
  return { server, db, outbox, clock, rows, count, waits, turn, turning, add }
}

test('sends each waiting mail once over at most three connections, and stores the reply', async () => {
  const { server, rows, count } = await setUp({ people: 40 })
  await expect.poll(() => count('sent')).toBe(40)
  expect(new Set(server.taken.map(({ to }) => to[0])).size).toBe(40)
  expect(server.taken).toHaveLength(40)
  expect(server.mostConnections()).toBeLessThanOrEqual(3)
  expect(rows()[0]?.response).toMatch(/^250 .*Accepted/)
})

test.each<[string, Trouble]>([
  ['sender', { from: () => reply(550, 'no such sender') }],
  ['recipient', { recipient: () => reply(550, 'no such user') }],
  ['text', { data: () => reply(554, 'looks like spam') }],
])('does not retry a mail after a permanent refusal of the %s', async (_, trouble) => {
  const { count, rows } = await setUp({ trouble })
  await expect.poll(() => count('failed')).toBe(1)
  expect(rows()[0]).toMatchObject({ attempts: 1, response: expect.stringMatching(/^55[04] /) })
})

test.each<[string, (refuse: () => Error | null) => Trouble]>([
  ['sender', (refuse) => ({ from: refuse })],
  ['recipient', (refuse) => ({ recipient: refuse })],
  ['text', (refuse) => ({ data: refuse })],
])('retries a mail after a temporary refusal of the %s', async (_, trouble) => {
  let refusals = 2
  const { server, count, rows, waits, turn } = await setUp({
    trouble: trouble(() => (refusals-- > 0 ? reply(451, 'try later') : null)),
  })
  await expect.poll(() => rows()[0]?.attempts).toBe(1)
  expect(waits()).toEqual([1])
  turn(minute)
  await expect.poll(() => rows()[0]?.attempts).toBe(2)
  expect(waits()).toEqual([2])
  turn(2 * minute)
  await expect.poll(() => count('sent')).toBe(1)
  expect(server.taken).toHaveLength(1)
})

test('retries a mail with growing pauses of one minute to six hours, and gives up after two days', () => {
  const delays: number[] = []
  for (let attempt = 1; ; attempt++) {
    const delay = retryDelay(attempt)
    if (delay === null) break
    delays.push(delay / minute)
  }
  expect(delays.slice(0, 4)).toEqual([1, 2, 4, 8])
  expect(delays.at(-1)).toBe(360)
  const hours = delays.reduce((sum, delay) => sum + delay, 0) / 60
  expect(hours).toBeLessThanOrEqual(48)
  expect(hours).toBeGreaterThan(40)
})

test('attempts to send a mail do not count while the mail server is unreachable', async () => {
  const { server, count, rows, outbox, turn, turning } = await setUp({ people: 5, isUp: false })
  await expect.poll(() => outbox.problem()).not.toBeNull()
  turn(24 * 60 * minute)
  expect(rows().map(({ attempts }) => attempts)).toEqual([0, 0, 0, 0, 0])
  const again = await startMailServer({}, server.port)
  await expect.poll(turning(() => count('sent'))).toBe(5)
  expect(again.taken).toHaveLength(5)
  expect(outbox.problem()).toBeNull()
})

test.each<[string, boolean, (refuse: () => Error | null) => Trouble]>([
  ['greets with 421', false, (refuse) => ({ greeting: () => refuse() && reply(421, 'too busy') })],
  ['greets with 554', false, (refuse) => ({ greeting: () => refuse() && reply(554, 'no service here') })],
  ['refuses the password', true, (refuse) => ({ login: () => refuse() && reply(535, 'wrong password') })],
  ['cannot check the password', false, (refuse) => ({ login: () => refuse() && reply(454, 'try later') })],
])('the attempts of a mail do not count if the mail server %s', async (_, isLogin, trouble) => {
  let isRefusing = true
  const { server, count, rows, outbox, turn, turning } = await setUp({
    people: 5,
    user: 'user:secret@',
    trouble: trouble(() => (isRefusing ? new Error() : null)),
  })
  await expect.poll(() => outbox.problem()).not.toBeNull()
  for (let times = 0; times < 20; times++) turn(minute)
  expect(outbox.problem()?.isPassword).toBe(isLogin)
  expect(rows().map(({ attempts, status }) => `${status} ${attempts}`)).toEqual(Array(5).fill('queued 0'))
  isRefusing = false
  await expect.poll(turning(() => count('sent'))).toBe(5)
  expect(server.taken).toHaveLength(5)
  expect(outbox.problem()).toBeNull()
})

test('retries a mail if the mail server does not answer after receiving the text', async () => {
  let isHanging = true
  const { server, count, rows, turning } = await setUp({
    trouble: { data: () => (isHanging ? new Promise<null>(() => {}) : null) },
    timeouts: { answerMs: 2000, acceptedMs: 500 },
  })
  await expect.poll(turning(() => rows()[0]?.attempts ?? 0)).toBeGreaterThan(0)
  expect(server.taken).toEqual([])
  isHanging = false
  await expect.poll(turning(() => count('sent'))).toBe(1)
  expect(server.taken).toHaveLength(1)
}, 60_000)

test('a mail that makes the mail server hang does not delay other mails', async () => {
  const hanging = Promise.withResolvers<null>()
  const { server, count } = await setUp({
    people: 20,
    trouble: { data: (to) => (to.startsWith('persona0@') ? hanging.promise : null) },
  })
  await expect.poll(() => count('sent')).toBe(19)
  expect(server.taken).toHaveLength(19)
  hanging.resolve(null)
  await expect.poll(() => count('sent')).toBe(20)
}, 60_000)

test('a full disk does not cause a mail to be sent twice', async () => {
  const { server, db, count, add, outbox } = await setUp({ people: 0 })
  db.exec(`CREATE TRIGGER full BEFORE UPDATE ON mails BEGIN SELECT raise(ABORT, 'disk is full'); END`)
  add(1)
  outbox.wake()
  await expect.poll(() => server.taken.length).toBe(1)
  for (let times = 0; times < 20; times++) {
    outbox.wake()
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  expect(count('queued')).toBe(1)
  db.exec('DROP TRIGGER full')
  await expect.poll(() => count('sent')).toBe(1)
  expect(server.taken).toHaveLength(1)
})

test('reads only the requested number of 20,000 waiting mails', async () => {
  const db = memoryDb()
  const person = addRegistration(db)
  const queue = mailQueue(db, 'conferencia.gt')
  db.transaction(() => {
    for (let index = 0; index < 20_000; index++) queue('confirmation', person, '2025-01-01T12:00:00.000Z')
  })()
  expect(dueMails(db)('2025-01-02T12:00:00.000Z', 4)).toHaveLength(4)
})

const hour = 60 * minute

test('all plus addresses of one mailbox together get ten mails an hour and twenty a day', async () => {
  const { server, count, add, turn, outbox } = await setUp({ people: 0 })
  for (let index = 0; index < 290; index++) add(index, index % 2 ? `vic.tima+${index}@gmail.com` : `Victima+${index}@Gmail.com`)
  add(0, 'otra@gmail.com')
  outbox.wake()
  const settled = (sent: number) => expect.poll(() => [count('sent'), outbox.held()[0]?.mails]).toEqual([sent + 1, 290 - sent])
  await settled(10)
  expect(outbox.held()).toEqual([
    { by: 'mailbox', mails: 280, until: new Date(start + hour + minute).toISOString(), hour: 10, day: 20 },
  ])
  turn(hour - minute)
  await settled(10)
  turn(2 * minute)
  await settled(20)
  turn(2 * hour)
  await settled(20)
  turn(21 * hour)
  await settled(30)
  expect(server.taken).toHaveLength(31)
  expect(count('failed')).toBe(0)
})

test('many mails caused by one IP address do not delay other mails', async () => {
  const { count, add, turn, outbox } = await setUp({ people: 0, limit: 5 })
  for (let index = 0; index < 12; index++) add(index, undefined, 'confirmation', 'escuela')
  for (let index = 20; index < 25; index++) add(index, undefined, 'confirmation', 'otra')
  for (let index = 30; index < 50; index++) add(index, undefined, 'reminder')
  outbox.wake()
  await expect.poll(() => count('sent')).toBe(10 + 5 + 20)
  expect(outbox.held()).toMatchObject([{ by: 'address', mails: 2, hour: 10, day: 30 }])
  turn(hour + minute)
  await expect.poll(() => count('sent')).toBe(37)
  expect(outbox.held()).toEqual([])
})

test('limits the mails caused by all IP addresses to ten times the limit of a single one', async () => {
  const { count, add, turn, outbox } = await setUp({ people: 0, limit: 1 })
  for (let index = 0; index < 25; index++) add(index, undefined, 'confirmation', `red ${index}`)
  outbox.wake()
  await expect.poll(() => count('sent')).toBe(20)
  await expect.poll(() => outbox.held()).toMatchObject([{ by: 'all', mails: 5, hour: 20, day: 60 }])
  turn(hour + minute)
  await expect.poll(() => count('sent')).toBe(25)
})
