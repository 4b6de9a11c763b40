/**
 * How many mails go out because of what visitors do: to one mailbox, because of one network address, and in all, by the hour and
 * by the day. What is above waits in the outbox; nothing is lost. This is the only place that knows them.
 */
import type { Db } from '../db/db.ts'
import { prepared } from '../db/prepared.ts'
import { latestAt } from '../instants.ts'
import { day, daysAfter, hour, minute } from '../time.ts'
import { type QueuedMail, toEverybody } from './outbox.ts'

type Amounts = { hour: number; day: number }

/** What a mail is held back by. */
type BudgetName = 'mailbox' | 'address' | 'all'

/** Null where there is no bound. */
export type Budgets = Record<BudgetName, Amounts | null>

/** Held back in one statement, in which everybody else waits. */
const heldAtOnce = 500

/**
 * A mailbox has what a family that shares it causes in an hour, twice. An address may cause twice as many in an hour as it may
 * register in a minute (a school behind one address is whole), and as many again twice on that day; all together ten times that, as they
 * may register. Without a limit of registrations these two have none.
 */
export function budgetsOf(registrationLimit: number): Budgets {
  const of = (factor: number) =>
    registrationLimit === 0 ? null : { hour: 2 * factor * registrationLimit, day: 6 * factor * registrationLimit }
  return { mailbox: { hour: 10, day: 20 }, address: of(1), all: of(10) }
}

/** How many wait because of a budget, until when at the soonest (ISO 8601 in UTC), and what that budget is. */
export type Held = Amounts & { by: BudgetName; mails: number; until: string }

/**
 * Returns a function that says whether a mail may go out at `now` (milliseconds) beside those under way. Where not, it and all that
 * wait for the same reason are put off, some hundred at a time.
 */
export function mailBudget(db: Db, budgets: Budgets) {
  const conditions: Record<BudgetName, string> = {
    mailbox: 'mailbox = @key',
    address: 'source = @key',
    all: `${toEverybody} = 0`,
  }

  /** What a budget counts a mail by; null where it does not. Mails to everybody are sent by staff: only their mailbox counts. */
  function keyOf(name: BudgetName, { mailbox, source, isToEverybody }: QueuedMail): string | null {
    if (name === 'mailbox') return mailbox
    if (isToEverybody) return null
    return name === 'address' ? source : 'all'
  }

  /** When one more may be sent, in milliseconds; null for now. `besides` are on their way. */
  function freeAt(name: BudgetName, key: string, now: number, besides: number): number | null {
    const amounts = budgets[name]
    if (!amounts) return null
    const sentBefore = prepared<{ sentAt: string }>(
      db,
      `SELECT sentAt FROM mails WHERE ${conditions[name]} AND sentAt > @since AND sentAt <= @last ORDER BY sentAt DESC LIMIT 1 OFFSET @rank`,
    )
    const last = latestAt(new Date(now).toISOString())
    for (const [span, most] of [
      [day, amounts.day],
      [hour, amounts.hour],
    ] as const) {
      const since = new Date(now - span).toISOString()
      const first = sentBefore.get({ key, since, last, rank: Math.max(0, most - besides - 1) })
      // To the minute: those that it holds back go on together, and are not looked at one by one.
      if (first) return Math.ceil((Date.parse(first.sentAt) + span + 1) / minute) * minute
    }
    return besides < amounts.hour ? null : now + minute
  }

  return {
    /** Whether it may be sent now. */
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
             LIMIT ${heldAtOnce})`,
        ).run({ key, name, now: new Date(now).toISOString(), until: new Date(until).toISOString() })
        return false
      }
      return true
    },

    /** What waits because of each budget; empty where nothing does. */
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

/** Forgets which addresses mails of more than two days ago (before `now`, ISO 8601 in UTC) go back to: no budget asks for them. */
export function forgetSources(db: Db, now: string): void {
  db.prepare('UPDATE mails SET source = NULL WHERE source IS NOT NULL AND createdAt < ?').run(daysAfter(now, -2))
}
