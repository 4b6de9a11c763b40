import type { ContentKey } from '../content/schema.ts'
import type { Db } from '../db/db.ts'
import type { Role, User } from './schema.ts'

/** Every kind of action that is recorded. */
export type Action =
  | 'signed-in'
  | 'sign-in-failed'
  | 'signed-out'
  | 'content-saved'
  | 'content-created'
  | 'content-deleted'
  | 'content-restored'
  | 'uploaded'
  | 'publish-retried'
  | 'registration-confirmed'
  | 'registration-unconfirmed'
  | 'registration-added'
  | 'registration-changed'
  | 'registration-cancelled'
  | 'registration-brought-back'
  | 'registration-merged'
  | 'registrations-expired'
  | 'registration-deleted'
  | 'registration-restored'
  | 'registration-erased'
  | 'registration-link-shown'
  | 'registration-data-exported'
  | 'registrations-exported'
  | 'mail-resent'
  | 'change-announced'
  | 'announcement-stopped'
  | 'user-created'
  | 'user-changed'
  | 'user-deleted'
  // Of earlier records: nothing does these any more.
  | 'registrations-confirmed'
  | 'registrations-unconfirmed'

/**
 * What was done, and to what: a section or list and its revision, or the id of an item, a registration or a user. `source` is
 * the hidden address that it came from.
 */
export type Activity = { action: Action; subject?: ContentKey; subjectId?: string; revision?: number; source?: string }

/**
 * A line of the activity. `at` is ISO 8601 in UTC; `role` is what the user was then. The names are today's: null where
 * the user is unknown or gone. In a failed sign-in the user is the one whose account was tried, if it exists.
 */
export type ActivityEntry = {
  id: number
  at: string
  action: Action
  userId: string | null
  role: Role | null
  userName: string | null
  subject: ContentKey | null
  subjectId: string | null
  subjectName: string | null
  revision: number | null
  /** Of a failed sign-in: where it came from, as a text that is the same for the same address and does not tell it. */
  source: string | null
}

const keptDays = 180

/**
 * Entries kept of each action, and of those by nobody known apart: a flood of one does not displace the others, and failed
 * sign-ins to accounts that do not exist displace none to one that does.
 */
export const keptOfEach = 10_000

/** Records what a user (null for an unknown one) did at the instant `at` (ISO 8601 in UTC). */
export function recordActivity(db: Db, user: Pick<User, 'id' | 'role'> | null, activity: Activity, at: string): void {
  const { action, subject = null, subjectId = null, revision = null, source = null } = activity
  const insert = db.prepare(
    'INSERT INTO audit (at, action, userId, role, subject, subjectId, revision, source) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
  )
  insert.run(at, action, user?.id ?? null, user?.role ?? null, subject, subjectId, revision, source)
  db.prepare(
    `DELETE FROM audit WHERE action = @action AND (userId IS NULL) = @isNobody AND id <=
       (SELECT id FROM audit WHERE action = @action AND (userId IS NULL) = @isNobody ORDER BY id DESC LIMIT 1 OFFSET @kept)`,
  ).run({ action, isNobody: user ? 0 : 1, kept: keptOfEach })
}

/** Removes entries recorded more than 180 days before `now` (ISO 8601 in UTC), by a clock that can be believed. */
export function forgetOldActivity(db: Db, now: string): void {
  const oldest = new Date(Date.parse(now) - keptDays * 24 * 60 * 60 * 1000).toISOString()
  db.prepare('DELETE FROM audit WHERE at < ?').run(oldest)
}

/** The activity, newest first. */
export function listActivity(db: Db, { limit = 100, offset = 0 }: { limit?: number; offset?: number }): ActivityEntry[] {
  return db
    .prepare<[number, number], ActivityEntry>(
      `SELECT audit.id, at, action, userId, audit.role, users.name AS userName, subject, subjectId,
         subjects.name AS subjectName, revision, source
       FROM audit LEFT JOIN users ON users.id = userId LEFT JOIN users AS subjects ON subjects.id = subjectId
       ORDER BY audit.id DESC LIMIT ? OFFSET ?`,
    )
    .all(limit, offset)
}

/** How many lines of activity there are. */
export function countActivity(db: Db): number {
  return db.prepare<[], number>('SELECT count(*) FROM audit').pluck().get() ?? 0
}
