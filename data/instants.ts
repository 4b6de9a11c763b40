/** Repairs stored times that lie in the future because the server's clock was wrong. See SECURITY.md. */
import type { Db } from './db/db.ts'
import { inTransaction } from './db/prepared.ts'
import { dayMs, hourMs, minuteMs, secondMs } from './time.ts'

export const clockToleranceMs = 5 * minuteMs

export const isAhead = (instant: number, now: number): boolean => instant > now + clockToleranceMs

export const latestAt = (at: string): string => new Date(Date.parse(at) + clockToleranceMs).toISOString()

export const signInSpansMs = {
  'login-address': 4 * hourMs,
  'login-address-lockouts': dayMs,
  'login-account': 4 * hourMs,
  'login-account-lockouts': dayMs,
  'login-known': 90 * dayMs,
} as const

export const linkSpansMs = { reset: 30 * minuteMs, invite: 7 * dayMs, email: hourMs } as const

export const sessionIdleMs = 12 * hourMs

export const editionPreparationMs = 10 * minuteMs

const units = { ms: 1, s: secondMs, totpStep: 30 * secondMs, iso: null } as const

/**
 * A stored time more than `aheadMs` ahead of now is wrong. `beyond` says how it is corrected: 'void' deletes the row, 'due' stores now,
 * 'latest' stores now plus `aheadMs`.
 */
type Rule = {
  table: string
  column: string
  unit: keyof typeof units
  aheadMs: number
  beyond: 'void' | 'due' | 'latest'
  where?: string
}

export const deadlineRules: readonly Rule[] = [
  { table: 'sessions', column: 'created_at', unit: 's', aheadMs: 0, beyond: 'void' },
  { table: 'sessions', column: 'expires_at', unit: 's', aheadMs: sessionIdleMs, beyond: 'latest' },
  { table: 'accountLinks', column: 'createdAt', unit: 'iso', aheadMs: 0, beyond: 'void' },
  { table: 'accountLinks', column: 'expiresAt', unit: 'iso', aheadMs: linkSpansMs.invite, beyond: 'void' },
  { table: 'speakerLinks', column: 'createdAt', unit: 'iso', aheadMs: 0, beyond: 'void' },
  { table: 'emailChanges', column: 'expiresAt', unit: 'iso', aheadMs: linkSpansMs.email, beyond: 'void' },
  ...Object.entries(signInSpansMs).map(([prefix, aheadMs]) => {
    return { table: 'limits', column: 'expire', unit: 'ms', aheadMs, beyond: 'latest', where: `key GLOB '${prefix}:*'` } as const
  }),
  { table: 'totp', column: 'usedStep', unit: 'totpStep', aheadMs: 30 * secondMs, beyond: 'latest' },
  { table: 'mails', column: 'nextAt', unit: 'iso', aheadMs: dayMs, beyond: 'due', where: "status = 'queued'" },
  { table: 'openingAlerts', column: 'nextAt', unit: 'iso', aheadMs: dayMs, beyond: 'due' },
  { table: 'editions', column: 'undoneAt', unit: 'iso', aheadMs: editionPreparationMs, beyond: 'due' },
]

export const pastColumns: Readonly<Record<string, readonly string[]>> = {
  announcements: ['at', 'stoppedAt'],
  audit: ['at'],
  certificates: ['madeAt', 'correctedAt', 'revokedAt'],
  devices: ['seenAt'],
  editions: ['finishedAt', 'apartAt'],
  groupMails: ['at', 'stoppedAt'],
  mailMarks: ['at'],
  mails: ['createdAt', 'sentAt'],
  openingAlerts: ['createdAt', 'confirmedAt'],
  passkeys: ['createdAt', 'usedAt'],
  peopleImports: ['at', 'undoneAt'],
  placeLinks: ['createdAt', 'returnedAt'],
  registrations: ['registrationDate', 'consentDate', 'askedAt', 'unconfirmedAt'],
  revisions: ['savedAt'],
  sessionSeats: ['arrivedAt', 'lostAt'],
  sessions: ['usedAt'],
  speakerProposals: ['at', 'decidedAt'],
  speakerStates: ['confirmedAt', 'askedAt'],
  transfers: ['createdAt', 'endedAt', 'acceptedAt', 'refusedAt'],
  trash: ['deletedAt'],
  users: ['createdAt', 'updatedAt', 'lastLoginAt', 'lastSeenAt'],
}

export const unboundedColumns: Readonly<Record<string, readonly string[]>> = { editions: ['eventDate', 'deleteAt'] }

export function mendDeadlines(db: Db, now: number): number {
  const mend = ({ table, column, unit, aheadMs, beyond, where = 'true' }: Rule): number => {
    const [last, due, latest] = [now + aheadMs + clockToleranceMs, now, now + aheadMs].map((at) => storedAs(unit, at))
    const condition = `${where} AND ${column} > @last`
    if (beyond === 'void') return db.prepare(`DELETE FROM ${table} WHERE ${condition}`).run({ last }).changes
    const instant = beyond === 'due' ? due : latest
    return db.prepare(`UPDATE ${table} SET ${column} = @instant WHERE ${condition}`).run({ last, instant }).changes
  }
  return inTransaction(db, () => deadlineRules.reduce((sum, rule) => sum + mend(rule), 0))
}

function storedAs(unit: Rule['unit'], at: number): string | number {
  const size = units[unit]
  return size === null ? new Date(at).toISOString() : Math.floor(at / size)
}

const earliestNow = Date.parse('2026-11-27T00:00:00Z')

/** Moves times of records that lie in the future to shortly before `now`, and keeps their order. This cannot be undone. */
export function mendRecords(db: Db, now: number): number {
  if (now < earliestNow) return 0
  const last = latestAt(new Date(now).toISOString())
  const columns = Object.entries(pastColumns).flatMap(([table, names]) => names.map((column) => ({ table, column })))
  const aheadIn = ({ table, column }: (typeof columns)[number]) =>
    db.prepare<[string], string>(`SELECT DISTINCT ${column} FROM ${table} WHERE ${column} > ?`).pluck().all(last)
  const move = () => {
    const ahead = [...new Set(columns.flatMap(aheadIn))].toSorted()
    if (ahead.length === 0) return 0
    db.exec('CREATE TEMP TABLE mended (was TEXT PRIMARY KEY, becomes TEXT NOT NULL) WITHOUT ROWID')
    const insert = db.prepare('INSERT INTO temp.mended (was, becomes) VALUES (?, ?)')
    // Equal times must stay equal, because a mail belongs to the announcement with the same time.
    for (const [index, was] of ahead.entries()) insert.run(was, storedAs('iso', now - (ahead.length - 1 - index)))
    for (const { table, column } of columns)
      db.prepare(
        `UPDATE ${table} SET ${column} = (SELECT becomes FROM temp.mended WHERE was = ${table}.${column}) WHERE ${column} > ?`,
      ).run(last)
    db.exec('DROP TABLE temp.mended')
    return ahead.length
  }
  return inTransaction(db, move)
}
