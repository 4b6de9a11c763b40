/** Limits for mails caused by visitors. Mails above them wait in the outbox. */
import type { Db } from '../db/db.ts'
import { prepared } from '../db/prepared.ts'
import { latestAt } from '../instants.ts'
import { dayMs, daysAfter, hourMs, minuteMs } from '../time.ts'
import { type QueuedMail, toEverybody } from './outbox.ts'

type Amounts = { hour: number; day: number }

type BudgetName = 'mailbox' | 'address' | 'all'

/** Null for no limit. */
export type Budgets = Record<BudgetName, Amounts | null>

/** For each statement, because it blocks the database. */
const postponedAtOnceCount = 500

/**
 * A mailbox gets twice what a family needs. An address gets twice its registration limit (per minute) in an hour, and six times
 * in a day. All together get ten times as much.
 */
export function budgetsOf(registrationLimit: number): Budgets {
  const of = (factor: number) =>
    registrationLimit === 0 ? null : { hour: 2 * factor * registrationLimit, day: 6 * factor * registrationLimit }
  return { mailbox: { hour: 10, day: 20 }, address: of(1), all: of(10) }
}

/** `until` is the earliest end (ISO 8601 in UTC). */
export type Held = Amounts & { by: BudgetName; mails: number; until: string }

/** Returns a check for mails at `now` (milliseconds). It postpones a mail and all others with the same reason. */
export function mailBudget(db: Db, budgets: Budgets) {
  const conditions: Record<BudgetName, string> = {
    mailbox: 'mailbox = @key',
    address: 'source = @key',
    all: `${toEverybody} = 0`,
  }

  /** Null if the budget does not count this mail. Mails by staff count for the mailbox only. */
  function keyOf(name: BudgetName, { mailbox, source, isToEverybody }: QueuedMail): string | null {
    if (name === 'mailbox') return mailbox
    if (isToEverybody) return null
    return name === 'address' ? source : 'all'
  }

  /** In milliseconds, null for now. `besides` are being sent. */
  function freeAt(name: BudgetName, key: string, now: number, besides: number): number | null {
    const amounts = budgets[name]
    if (!amounts) return null
    const sentBefore = prepared<{ sentAt: string }>(
      db,
      `SELECT sentAt FROM mails WHERE ${conditions[name]} AND sentAt > @since AND sentAt <= @last ORDER BY sentAt DESC LIMIT 1 OFFSET @rank`,
    )
    const last = latestAt(new Date(now).toISOString())
    for (const [span, limit] of [
      [dayMs, amounts.day],
      [hourMs, amounts.hour],
    ] as const) {
      const since = new Date(now - span).toISOString()
      const first = sentBefore.get({ key, since, last, rank: Math.max(0, limit - besides - 1) })
      // To the minute, so that postponed mails continue together.
      if (first) return Math.ceil((Date.parse(first.sentAt) + span + 1) / minuteMs) * minuteMs
    }
    return besides < amounts.hour ? null : now + minuteMs
  }

  return {
    allows(mail: QueuedMail, now: number, underWay: readonly QueuedMail[]): boolean {
      for (const name of ['mailbox', 'address', 'all'] as const) {
        const key = keyOf(name, mail)
        if (key === null) continue
        const until = freeAt(name, key, now, underWay.filter((other) => keyOf(name, other) === key).length)
        if (until === null) continue
        prepared(
          db,
          `UPDATE mails SET nextAt = @until, heldBy = @name WHERE rowid IN (
             SELECT rowid FROM mails WHERE ${conditions[name]} AND sentAt IS NULL AND status = 'queued' AND nextAt <= @now
             LIMIT ${postponedAtOnceCount})`,
        ).run({ key, name, now: new Date(now).toISOString(), until: new Date(until).toISOString() })
        return false
      }
      return true
    },

    held(): Held[] {
      const rows = prepared<{ by: BudgetName; mails: number; until: string }>(
        db,
        "SELECT heldBy AS by, count(*) AS mails, min(nextAt) AS until FROM mails INDEXED BY mails_held WHERE status = 'queued' AND heldBy IS NOT NULL GROUP BY heldBy",
      ).all()
      return rows.flatMap((row) => {
        const amounts = budgets[row.by]
        return amounts ? [{ ...row, ...amounts }] : []
      })
    },
  }
}

/** Removes address hashes older than two days before `now` (ISO 8601 in UTC). */
export function forgetSources(db: Db, now: string): void {
  db.prepare('UPDATE mails SET source = NULL WHERE source IS NOT NULL AND createdAt < ?').run(daysAfter(now, -2))
}
