import type { Db } from '../db.ts'
import type { ContentKey, Role, User } from '../schema.ts'

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
  | 'registration-deleted'
  | 'registration-restored'
  | 'registration-erased'
  | 'registrations-exported'
  | 'user-created'
  | 'user-changed'
  | 'user-deleted'

/** What was done, and to what: a section or list and its revision, or the id of an item, a registration or a user. */
export type Activity = { action: Action; subject?: ContentKey; subjectId?: string; revision?: number }

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
}

const keptDays = 180

/** Entries kept of each action, so that a flood of one (failed sign-ins, above all) does not displace the others. */
export const keptOfEach = 10_000

/** Records what a user (null for an unknown one) did at the instant `at` (ISO 8601 in UTC), and removes what is too old. */
export function recordActivity(db: Db, user: Pick<User, 'id' | 'role'> | null, activity: Activity, at: string): void {
  const { action, subject = null, subjectId = null, revision = null } = activity
  db.prepare('INSERT INTO audit (at, action, userId, role, subject, subjectId, revision) VALUES (?, ?, ?, ?, ?, ?, ?)').run(
    at,
    action,
    user?.id ?? null,
    user?.role ?? null,
    subject,
    subjectId,
    revision,
  )
  db.prepare(
    `DELETE FROM audit WHERE action = @action AND id <=
       (SELECT id FROM audit WHERE action = @action ORDER BY id DESC LIMIT 1 OFFSET @kept)`,
  ).run({ action, kept: keptOfEach })
  forgetOldActivity(db, at)
}

/** Removes entries recorded more than 180 days before `now` (ISO 8601 in UTC). */
export function forgetOldActivity(db: Db, now: string): void {
  const oldest = new Date(Date.parse(now) - keptDays * 24 * 60 * 60 * 1000).toISOString()
  db.prepare('DELETE FROM audit WHERE at < ?').run(oldest)
}

/** The activity, newest first. */
export function listActivity(db: Db, { limit = 100, offset = 0 }: { limit?: number; offset?: number }): ActivityEntry[] {
  return db
    .prepare<[number, number], ActivityEntry>(
      `SELECT audit.id, at, action, userId, audit.role, users.name AS userName, subject, subjectId,
         subjects.name AS subjectName, revision
       FROM audit LEFT JOIN users ON users.id = userId LEFT JOIN users AS subjects ON subjects.id = subjectId
       ORDER BY audit.id DESC LIMIT ? OFFSET ?`,
    )
    .all(limit, offset)
}

/** How many lines of activity there are. */
export function countActivity(db: Db): number {
  return db.prepare<[], number>('SELECT count(*) FROM audit').pluck().get() ?? 0
}
