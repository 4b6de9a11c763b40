/** Sends the queued mails to a list, and checks each when it is sent. */
import { expect } from 'vitest'
import type { MailConfig } from '../../api/mail/config.ts'
import type { Letter } from '../../api/mail/connection.ts'
import { createDelivery } from '../../api/mail/delivery.ts'
import { registrationLetters } from '../../api/mail/registration-letters.ts'
import { log, type TestApp } from '../../api/testing.ts'
import type { SentKind } from '../../data/content/mail-texts.ts'
import { dueMails, type QueuedMail, recordFailure, recordSent } from '../../data/mail/outbox.ts'
import { type Model, mayPass, pendingOffer, type State } from './model.ts'
import type { Random } from './random.ts'

/** What a mail says about the place of its reader. */
const toldBy: Partial<Record<SentKind, State>> = {
  confirmation: 'registered',
  promoted: 'registered',
  waitlisted: 'waiting',
  unconfirmed: 'lost',
  cancelled: 'cancelled',
  cancelledByStaff: 'cancelled',
  passed: 'passed',
}

const needsPlace: readonly SentKind[] = ['reminder', 'ask']

/** A person who says 'Voy' or was brought back by staff waits like everybody, and still has the mail about the lost place. */
const isStillTrue = (told: State | undefined, state: State) => told === state || (told === 'lost' && state === 'waiting')

export function createMails({ db, publisher, config }: TestApp, mail: MailConfig, model: Model, random: Random) {
  const letters = registrationLetters({ db, publisher, config, mail })
  const due = dueMails(db)
  const told = new Map<string, State>()
  let sent = 0
  let silentUntil = 0
  let current: QueuedMail | null = null
  let toldNow = new Set<string>()

  async function compose(queued: QueuedMail): Promise<Letter | null> {
    current = queued
    // Drawing a ticket takes most of the time of a run, so only some letters are whole.
    if (queued.kind === 'transfer' || isLate(queued) || random.chance(0.05)) return letters.queuedLetter(queued)
    const { email, messageId } = queued
    return { from: mail.from.address, to: email, raw: Buffer.from(`Message-ID: ${messageId}\r\n\r\n`) }
  }

  /** A question that may no longer be sent. */
  const isLate = ({ kind, name }: QueuedMail) =>
    kind === 'ask' && (model.people.get(name)?.isConfirmed || Date.now() >= (model.confirmBy ?? model.start))

  const deliver = createDelivery<QueuedMail>(
    {
      recordSent: (queued, response, at) => recordSent(db, queued, response, at),
      recordFailure: ({ id }, response, nextAt) => recordFailure(db, id, response, nextAt),
    },
    { log, compose },
  )

  const connection = {
    isOpen: () => true,
    quit() {},
    async send({ to }: Letter) {
      if (!current) throw new Error('a letter without a mail')
      expect(to).toBe(current.email)
      sent += 1
      if (current.kind === 'transfer') readOffer(current)
      else read(current)
      return '250 OK'
    },
  }

  function read({ kind, name }: QueuedMail): void {
    const now = Date.now()
    const person = model.people.get(name)
    const state = toldBy[kind]
    const what = `${kind} to ${name}`
    if (state) {
      expect(isStillTrue(state, person?.state ?? 'cancelled'), `${what}, who is ${person?.state}`).toBe(true)
      expect(toldNow.has(name), `${what}, who got another answer in the same second`).toBe(false)
      toldNow.add(name)
      told.set(name, state)
    }
    if (needsPlace.includes(kind)) expect(person?.state, what).toBe('registered')
    if (kind !== 'ask' || !person) return
    expect(person.isConfirmed, `${what}, who said so already`).toBe(false)
    expect(now, `${what} after the deadline`).toBeLessThan(model.confirmBy ?? model.start)
    if (person.ask) person.ask.sentAt ??= now
  }

  function readOffer({ name: to, registrationId }: QueuedMail): void {
    const now = Date.now()
    const giver = String(db.prepare('SELECT name FROM registrations WHERE id = ?').pluck().get(registrationId))
    const offer = pendingOffer(model, giver, now)
    expect([offer?.to, mayPass(model, model.people.get(giver), now)], `an offer of ${giver} to ${to}`).toEqual([to, true])
  }

  const run = { signal: new AbortController().signal, progressed() {}, runAgainIn() {} }

  function compareTold(): void {
    for (const { name, state, isWalkIn } of model.people.values())
      if (!isWalkIn && !isStillTrue(told.get(name), state))
        expect(told.get(name), `what the last mail says to ${name}`).toBe(state)
  }

  return {
    sentCount: () => sent,
    forget: (name: string) => void told.delete(name),
    /** The mail server cannot be reached until then. */
    rest(until: number) {
      silentUntil = until
    },
    async send(): Promise<void> {
      if (Date.now() < silentUntil) return
      toldNow = new Set()
      for (;;) {
        const [queued] = due(new Date().toISOString(), 1)
        if (!queued) break
        await deliver(connection, queued, run)
      }
      compareTold()
    },
  }
}
