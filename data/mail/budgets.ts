import type { Db } from '../db/db.ts'
import { prepared } from '../db/prepared.ts'
import { latestAt } from '../instants.ts'
import { dayMs, daysAfter, hourMs, minuteMs } from '../time.ts'
import { isMassMailSql, type QueuedMail } from './outbox.ts'

type Amounts = { hour: number; day: number }

type BudgetName = 'mailbox' | 'address' | 'all'

export type Budgets = Record<BudgetName, Amounts | null>

const postponedAtOnceCount = 500

/** `mailbox` is twice what a family needs. `address` limits mails that one IP address causes. */
export function budgetsOf(registrationLimit: number): Budgets {
  const of = (factor: number) =>
    registrationLimit === 0 ? null : { hour: 2 * factor * registrationLimit, day: 6 * factor * registrationLimit }
  return { mailbox: { hour: 10, day: 20 }, address: of(1), all: of(10) }
}

export type PostponedMails = Amounts & { by: BudgetName; mails: number; until: string }

/** A mail above a limit is postponed, with all queued mails that count against this limit. */
export function mailBudget(db: Db, budgets: Budgets) {
  const conditions: Record<BudgetName, string> = {
    mailbox: 'mailbox = @key',
    address: 'source = @key',
    all: `${isMassMailSql} = 0`,
  }

  function keyOf(name: BudgetName, { mailbox, source, isMassMail }: QueuedMail): string | null {
    if (name === 'mailbox') return mailbox
    if (isMassMail) return null
    return name === 'address' ? source : 'all'
  }

  /** Returns when the mail may be sent (Unix milliseconds), or null for now. `underWayCount` counts mails being sent. */
  function freeAt(name: BudgetName, key: string, now: number, underWayCount: number): number | null {
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
      const first = sentBefore.get({ key, since, last, rank: Math.max(0, limit - underWayCount - 1) })
      // Rounds up to full minutes, so that postponed mails continue together.
      if (first) return Math.ceil((Date.parse(first.sentAt) + span + 1) / minuteMs) * minuteMs
    }
    return underWayCount < amounts.hour ? null : now + minuteMs
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

    held(): PostponedMails[] {
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

export function forgetSources(db: Db, now: string): void {
  db.prepare('UPDATE mails SET source = NULL WHERE source IS NOT NULL AND createdAt < ?').run(daysAfter(now, -2))
}
