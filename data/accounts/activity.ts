import type { ContentKey } from '../content/schema.ts'
import type { Db } from '../db/db.ts'
import { countRows, insertRow, prepared, readValue } from '../db/prepared.ts'
import { latestAt } from '../instants.ts'
import { daysAfter } from '../time.ts'
import type { Role, User } from './schema.ts'

export type Action =
  | 'signed-in'
  | 'sign-in-failed'
  | 'signed-out'
  | 'content-saved'
  | 'content-created'
  | 'content-deleted'
  | 'content-restored'
  | 'content-imported'
  | 'uploaded'
  | 'publish-retried'
  | 'registration-confirmed'
  | 'registration-unconfirmed'
  | 'registration-added'
  | 'registration-changed'
  | 'registration-cancelled'
  | 'registration-brought-back'
  | 'registration-seated'
  | 'registration-merged'
  | 'registrations-told-apart'
  | 'registrations-expired'
  | 'registration-deleted'
  | 'registration-restored'
  | 'registration-erased'
  | 'registration-link-shown'
  | 'registration-data-exported'
  | 'registrations-exported'
  | 'registrations-imported'
  | 'registrations-import-undone'
  | 'door-list-taken'
  | 'door-phone-added'
  | 'door-phone-ended'
  | 'door-sent-dropped'
  | 'door-sent-restored'
  | 'mail-resent'
  | 'change-announced'
  | 'announcement-stopped'
  | 'password-chosen'
  | 'group-mailed'
  | 'group-mail-stopped'
  | 'certificates-mailed'
  | 'certificate-mails-stopped'
  | 'certificates-made'
  | 'certificate-revoked'
  | 'place-link-made'
  | 'place-link-changed'
  | 'place-link-renewed'
  | 'place-link-ended'
  | 'place-link-removed'
  | 'speaker-link-made'
  | 'speaker-link-ended'
  | 'speakers-asked'
  | 'speaker-saved'
  | 'speaker-proposal-decided'
  | 'speaker-changes-taken-back'
  | 'access-changed'
  | 'security-changed'
  | 'second-factor-removed'
  | 'sessions-ended'
  | 'edition-finished'
  | 'edition-undone'
  | 'edition-people-erased'
  | 'user-created'
  | 'user-invited'
  | 'link-made'
  | 'user-changed'
  | 'user-deleted'
  // No longer recorded, but stored entries have these actions.
  | 'registrations-confirmed'
  | 'registrations-unconfirmed'

export type Activity = { action: Action; subject?: ContentKey; subjectId?: string; revision?: number; source?: string }

/** `role` is the user's role at the time of the action, `userName` today's name. */
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
  isThere: boolean
  revision: number | null
  source: string | null
}

const keptDays = 180

/** At most this number of entries is kept for each action, so that many failed sign-ins do not push out other entries. */
export const keptOfEachCount = 10_000

export function recordActivity(
  db: Db,
  user: Pick<User, 'id' | 'role'> | null,
  activity: Activity | readonly Activity[],
  at: string,
): void {
  const activities = [activity].flat()
  const byUser = { at, userId: user?.id ?? null, role: user?.role ?? null }
  for (const { action, subject = null, subjectId = null, revision = null, source = null } of activities)
    insertRow(db, 'audit', { ...byUser, action, subject, subjectId, revision, source })
  const forget = prepared(
    db,
    `DELETE FROM audit WHERE action = @action AND (userId IS NULL) = @isNobody AND id <=
       (SELECT id FROM audit WHERE action = @action AND (userId IS NULL) = @isNobody ORDER BY id DESC LIMIT 1 OFFSET @kept)`,
  )
  for (const action of new Set(activities.map((activity) => activity.action)))
    forget.run({ action, isNobody: user ? 0 : 1, kept: keptOfEachCount })
}

export function lastActivityAt(db: Db, action: Action, subjectId: string, now: string): string | null {
  const last = 'SELECT max(at) FROM audit WHERE action = ? AND subjectId = ? AND at <= ?'
  return readValue<string | null>(db, last, action, subjectId, latestAt(now)) ?? null
}

/** Deletes entries older than `keptDays`. Do not call it while the clock may run ahead, because it would delete recent entries. */
export function forgetOldActivity(db: Db, now: string): void {
  db.prepare('DELETE FROM audit WHERE at < ?').run(daysAfter(now, -keptDays))
}

export function listActivity(db: Db, { limit = 100, offset = 0 }: { limit?: number; offset?: number }): ActivityEntry[] {
  const entries = prepared<Omit<ActivityEntry, 'isThere'> & { isThere: number }>(
    db,
    `SELECT audit.id, at, action, userId, audit.role, users.name AS userName, subject, subjectId, revision, source,
         coalesce(subjects.name, (SELECT file FROM peopleImports WHERE peopleImports.id = subjectId), (SELECT coalesce(value ->> 'name', value ->> 'title') FROM itemVersions
           WHERE section = subject AND item = subjectId ORDER BY itemVersions.id DESC LIMIT 1)) AS subjectName,
         EXISTS (SELECT 1 FROM itemVersions WHERE section = subject AND item = subjectId AND gone IS NULL) AS isThere
       FROM audit LEFT JOIN users ON users.id = userId LEFT JOIN users AS subjects ON subjects.id = subjectId
       ORDER BY audit.id DESC LIMIT ? OFFSET ?`,
  ).all(limit, offset)
  return entries.map((entry) => ({ ...entry, isThere: entry.isThere === 1 }))
}

export function countActivity(db: Db): number {
  return countRows(db, 'SELECT count(*) FROM audit')
}
