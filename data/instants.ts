/**
 * How far ahead of the clock each stored instant may lie, and what becomes of one that lies further: a clock was wrong when it was
 * written. SECURITY.md has the same table for people. Arrivals and phones of the door are in `data/door/`.
 */
import type { Db } from './db/db.ts'
import { day, hour, minute, second } from './time.ts'

/** Two clocks, or one before and after it was set right, may differ by so much. */
export const clockToleranceMs = 5 * minute

/** Whether an instant (Unix milliseconds, as `now`) has not come yet: another clock wrote it, or one that was wrong. */
export const isAhead = (instant: number, now: number): boolean => instant > now + clockToleranceMs

/** The latest instant (ISO 8601 in UTC) that something done until `at` can have. What says a later one counts for no limit. */
export const latestAt = (at: string): string => new Date(Date.parse(at) + clockToleranceMs).toISOString()

/** How long a sign-in limit remembers, by the beginning of its key. */
export const signInSpansMs = {
  'login-address': 4 * hour,
  'login-address-lockouts': day,
  'login-account': 4 * hour,
  'login-account-lockouts': day,
  'login-known': 90 * day,
} as const

/** How long links of one use can be used. */
export const linkSpansMs = { reset: 30 * minute, invite: 7 * day, email: hour } as const

/** A session ends after so long without use. */
export const sessionIdleMs = 12 * hour

/** An edition ends within this time of the first of its files; afterwards they are removed as if it was taken back. */
export const preparingMs = 10 * minute

/** Milliseconds in a unit in which instants are stored; null is ISO 8601 in UTC. */
const units = { ms: 1, s: second, totpStep: 30 * second, iso: null } as const

/**
 * `aheadMs` is the longest that the product itself writes. Beyond it a grant is void, something that waits is due at once, and an end
 * comes when the longest span is over.
 */
type Rule = {
  table: string
  column: string
  unit: keyof typeof units
  aheadMs: number
  beyond: 'void' | 'due' | 'latest'
  where?: string
}

export const grantsAndWaits: readonly Rule[] = [
  { table: 'sessions', column: 'created_at', unit: 's', aheadMs: 0, beyond: 'void' },
  { table: 'sessions', column: 'expires_at', unit: 's', aheadMs: sessionIdleMs, beyond: 'latest' },
  { table: 'accountLinks', column: 'createdAt', unit: 'iso', aheadMs: 0, beyond: 'void' },
  { table: 'accountLinks', column: 'expiresAt', unit: 'iso', aheadMs: linkSpansMs.invite, beyond: 'void' },
  { table: 'emailChanges', column: 'expiresAt', unit: 'iso', aheadMs: linkSpansMs.email, beyond: 'void' },
  ...Object.entries(signInSpansMs).map(([prefix, aheadMs]) => {
    return { table: 'limits', column: 'expire', unit: 'ms', aheadMs, beyond: 'latest', where: `key GLOB '${prefix}:*'` } as const
  }),
  { table: 'totp', column: 'usedStep', unit: 'totpStep', aheadMs: 30 * second, beyond: 'latest' },
  // A budget holds a mail back for a day at most, a server that refuses it for six hours.
  { table: 'mails', column: 'nextAt', unit: 'iso', aheadMs: day, beyond: 'due', where: "status = 'queued'" },
  { table: 'editions', column: 'undoneAt', unit: 'iso', aheadMs: preparingMs, beyond: 'due' },
]

/** What was done when: never ahead of the clock. */
export const records: Readonly<Record<string, readonly string[]>> = {
  announcements: ['at', 'stoppedAt'],
  audit: ['at'],
  certificates: ['madeAt', 'correctedAt', 'revokedAt'],
  devices: ['seenAt'],
  editions: ['finishedAt', 'apartAt'],
  groupMails: ['at', 'stoppedAt'],
  mailMarks: ['at'],
  mails: ['createdAt', 'sentAt'],
  passkeys: ['createdAt', 'usedAt'],
  peopleImports: ['at', 'undoneAt'],
  registrations: ['registrationDate', 'consentDate'],
  revisions: ['savedAt'],
  sessions: ['usedAt'],
  trash: ['deletedAt'],
  users: ['createdAt', 'updatedAt', 'lastLoginAt', 'lastSeenAt'],
}

/** What people choose, or what follows from it: any instant. */
export const chosen: Readonly<Record<string, readonly string[]>> = { editions: ['eventDate', 'deleteAt'] }

/**
 * Ends or shortens what a clock that was ahead left behind: blocks, waits, sessions and links. `now` is Unix milliseconds. Safe where the
 * clock is behind instead: people sign in again, mails are tried sooner. Returns how many rows it changed.
 */
export function mendGrantsAndWaits(db: Db, now: number): number {
  const mend = ({ table, column, unit, aheadMs, beyond, where = 'true' }: Rule): number => {
    const [last, due, latest] = [now + aheadMs + clockToleranceMs, now, now + aheadMs].map((at) => storedAs(unit, at))
    const condition = `${where} AND ${column} > @last`
    if (beyond === 'void') return db.prepare(`DELETE FROM ${table} WHERE ${condition}`).run({ last }).changes
    const instant = beyond === 'due' ? due : latest
    return db.prepare(`UPDATE ${table} SET ${column} = @instant WHERE ${condition}`).run({ last, instant }).changes
  }
  return db.transaction(() => grantsAndWaits.reduce((sum, rule) => sum + mend(rule), 0)).immediate()
}

function storedAs(unit: Rule['unit'], at: number): string | number {
  const size = units[unit]
  return size === null ? new Date(at).toISOString() : Math.floor(at / size)
}

/** No machine's clock is right before this code was written. */
const earliestNow = Date.parse('2026-11-27T00:00:00Z')

/**
 * Moves records that lie ahead of `now` (Unix milliseconds) to just before it, in their order: data is deleted by them, and the newest
 * counts. To be called by a clock that can be believed, for it cannot be taken back. Returns how many instants it moved.
 */
export function mendRecords(db: Db, now: number): number {
  if (now < earliestNow) return 0
  const last = latestAt(new Date(now).toISOString())
  const columns = Object.entries(records).flatMap(([table, names]) => names.map((column) => ({ table, column })))
  const aheadIn = ({ table, column }: (typeof columns)[number]) =>
    db.prepare<[string], string>(`SELECT DISTINCT ${column} FROM ${table} WHERE ${column} > ?`).pluck().all(last)
  const move = () => {
    const ahead = [...new Set(columns.flatMap(aheadIn))].toSorted()
    if (ahead.length === 0) return 0
    db.exec('CREATE TEMP TABLE mended (was TEXT PRIMARY KEY, becomes TEXT NOT NULL) WITHOUT ROWID')
    const insert = db.prepare('INSERT INTO temp.mended (was, becomes) VALUES (?, ?)')
    // The same instant stays the same everywhere: a mail is known by it as one of an announcement.
    for (const [index, was] of ahead.entries()) insert.run(was, storedAs('iso', now - (ahead.length - 1 - index)))
    for (const { table, column } of columns)
      db.prepare(
        `UPDATE ${table} SET ${column} = (SELECT becomes FROM temp.mended WHERE was = ${table}.${column}) WHERE ${column} > ?`,
      ).run(last)
    db.exec('DROP TABLE temp.mended')
    return ahead.length
  }
  return db.transaction(move).immediate()
}
