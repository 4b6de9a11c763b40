/**
 * Addresses of people who want one mail when registration opens. Their mails are not in the table `mails`, because the panel
 * lists that table, and nobody may list these addresses.
 */
import { randomUUID } from 'node:crypto'
import { isAccepting } from '../content/places.ts'
import { lastSaved, readKey } from '../content/revisions.ts'
import type { Db } from '../db/db.ts'
import { countRows, inTransaction, prepared, readValue, readValues } from '../db/prepared.ts'
import { mailboxOf } from '../mailbox.ts'
import { offerNow, overNow } from '../registrations/places-now.ts'
import { newToken } from '../registrations/tokens.ts'
import { hourMs, minuteMs, secondMs } from '../time.ts'

export const maxAlertsCount = 10_000

/** Unconfirmed addresses are deleted after this time. */
const confirmTimeMs = 48 * hourMs

const isoBefore = (at: string, ms: number) => new Date(Date.parse(at) - ms).toISOString()

const isFull = (db: Db) => countRows(db, 'SELECT count(*) FROM openingAlerts') >= maxAlertsCount

/** A stored address also gets 'accepted'. If it is unconfirmed, it gets the mail again, at most once an hour. */
export function askForAlert(db: Db, email: string, at: string): 'accepted' | 'full' {
  return inTransaction(db, () => {
    if (isFull(db)) {
      // If the list is full, unconfirmed addresses stay for one hour instead of two days, so that invented addresses do not block
      // everybody.
      prepared(db, 'DELETE FROM openingAlerts WHERE confirmedAt IS NULL AND createdAt <= ?').run(isoBefore(at, hourMs))
      if (isFull(db)) return 'full'
    }
    prepared(
      db,
      `INSERT INTO openingAlerts (id, token, email, mailbox, createdAt, nextAt) VALUES (@id, @token, @email, @mailbox, @at, @at)
       ON CONFLICT (mailbox) DO UPDATE SET createdAt = @at, nextAt = @at, attempts = 0
       WHERE confirmedAt IS NULL AND createdAt <= @anHourAgo`,
    ).run({ id: randomUUID(), token: newToken(), email, mailbox: mailboxOf(email), at, anHourAgo: isoBefore(at, hourMs) })
    return 'accepted'
  })
}

/** Returns null if the link is unknown or its time is over. */
export function alertByToken(db: Db, token: string, at: string): { id: string; isConfirmed: boolean } | null {
  const sql = `SELECT id, confirmedAt FROM openingAlerts WHERE token = ? AND (confirmedAt IS NOT NULL OR createdAt > ?)`
  const alert = prepared<{ id: string; confirmedAt: string | null }>(db, sql).get(token, isoBefore(at, confirmTimeMs))
  return alert ? { id: alert.id, isConfirmed: alert.confirmedAt !== null } : null
}

export function confirmAlert(db: Db, token: string, at: string): void {
  const sql = 'UPDATE openingAlerts SET confirmedAt = ?, nextAt = NULL, attempts = 0 WHERE token = ? AND confirmedAt IS NULL'
  prepared(db, sql).run(at, token)
}

export const deleteAlert = (db: Db, id: string): boolean =>
  prepared(db, 'DELETE FROM openingAlerts WHERE id = ?').run(id).changes > 0

export const countAlerts = (db: Db): number => countRows(db, 'SELECT count(*) FROM openingAlerts WHERE confirmedAt IS NOT NULL')

export function deleteAllAlerts(db: Db): void {
  prepared(db, 'DELETE FROM openingAlerts').run()
}

export function forgetAlerts(db: Db, now: string, timeZone: string): void {
  const unconfirmed = 'DELETE FROM openingAlerts WHERE confirmedAt IS NULL AND createdAt <= ?'
  if (overNow(db, timeZone)(now)) deleteAllAlerts(db)
  else prepared(db, unconfirmed).run(isoBefore(now, confirmTimeMs))
}

const spreadMs = 10 * minuteMs
const maxGapMs = 2 * secondMs

/** Sets when each mail about the opening is due, first confirmed first. */
function planOpeningMails(db: Db, at: string, isOpen: boolean): void {
  inTransaction(db, () => {
    if (!isOpen) {
      prepared(db, 'UPDATE openingAlerts SET nextAt = NULL WHERE confirmedAt IS NOT NULL AND nextAt IS NOT NULL').run()
      return
    }
    const unplanned = 'confirmedAt IS NOT NULL AND nextAt IS NULL'
    if (wasRestoredSinceOpening(db)) prepared(db, `DELETE FROM openingAlerts WHERE ${unplanned}`).run()
    const ids = readValues<string>(db, `SELECT id FROM openingAlerts WHERE ${unplanned} ORDER BY confirmedAt, id`)
    const gapMs = Math.min(maxGapMs, spreadMs / ids.length)
    const plan = prepared(db, 'UPDATE openingAlerts SET nextAt = ?, attempts = 0 WHERE id = ?')
    for (const [index, id] of ids.entries()) plan.run(new Date(Date.parse(at) + index * gapMs).toISOString(), id)
  })
}

/** If true, people may have got the mail about the opening before the backup was restored. */
function wasRestoredSinceOpening(db: Db): boolean {
  const openedAt = readKey(db, 'places').value.opensAt || lastSaved(db, ['places']) || ''
  return readValue(db, "SELECT 1 FROM mailMarks WHERE name = 'restored' AND at >= ?", openedAt) !== undefined
}

export type AlertMail = { id: string; kind: 'alertConfirm' | 'alertOpen'; token: string; email: string; attempts: number }

/**
 * Mails to confirm are sent only before the opening, mails about the opening only while registration is open. `budget` limits
 * mails to confirm, because visitors may type addresses of strangers. Its count is in memory and starts at zero after a restart.
 */
export function alertQueue(db: Db, timeZone: string, budget: { hour: number } | null = null) {
  const offer = offerNow(db, timeZone)
  let sentTimes: number[] = []

  function kindNow(at: string): AlertMail['kind'] | null {
    const current = offer(at)
    if (current.state === 'not-open') return 'alertConfirm'
    return isAccepting(current) ? 'alertOpen' : null
  }

  return {
    due(now: string, limit: number): AlertMail[] {
      const kind = kindNow(now)
      planOpeningMails(db, now, kind === 'alertOpen')
      if (kind === null) return []
      const sql = `SELECT id, ? AS kind, token, email, attempts FROM openingAlerts
        WHERE (confirmedAt IS NOT NULL) = ? AND nextAt <= ? ORDER BY nextAt LIMIT ?`
      return prepared<AlertMail>(db, sql).all(kind, Number(kind === 'alertOpen'), now, limit)
    },
    nextDue(now: string): string | null {
      const kind = kindNow(now)
      if (kind === null) return null
      const next = 'SELECT min(nextAt) FROM openingAlerts WHERE (confirmedAt IS NOT NULL) = ?'
      return readValue<string | null>(db, next, Number(kind === 'alertOpen')) ?? null
    },
    allows({ kind }: AlertMail, nowMs: number): boolean {
      if (kind === 'alertOpen' || budget === null) return true
      sentTimes = sentTimes.filter((time) => time <= nowMs && time > nowMs - hourMs)
      const [first] = sentTimes
      if (first === undefined || sentTimes.length < budget.hour) return true
      const [now, until] = [nowMs, first + hourMs].map((time) => new Date(time).toISOString())
      prepared(db, 'UPDATE openingAlerts SET nextAt = ? WHERE confirmedAt IS NULL AND nextAt <= ?').run(until, now)
      return false
    },
    recordSent({ id, kind }: AlertMail, _response: string, at: string): void {
      if (kind === 'alertConfirm') sentTimes.push(Date.parse(at))
      if (kind === 'alertOpen') prepared(db, 'DELETE FROM openingAlerts WHERE id = ?').run(id)
      else prepared(db, 'UPDATE openingAlerts SET nextAt = NULL WHERE id = ? AND confirmedAt IS NULL').run(id)
    },
    /** Without `nextAt`, the address is deleted. */
    recordFailure({ id }: AlertMail, _response: string, nextAt: string | null): void {
      if (nextAt === null) prepared(db, 'DELETE FROM openingAlerts WHERE id = ?').run(id)
      else prepared(db, 'UPDATE openingAlerts SET attempts = attempts + 1, nextAt = ? WHERE id = ?').run(nextAt, id)
    },
  }
}
