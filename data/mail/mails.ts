import type { SentKind } from '../content/mail-texts.ts'
import type { Db } from '../db/db.ts'
import { countRows } from '../db/prepared.ts'
import { fold } from '../text.ts'
import type { QueuedMail } from './outbox.ts'
import type { MailFilter } from './schema.ts'

/** `heldUntil` is set if a limit delays the mail. */
export type ListedMail = {
  id: string
  kind: SentKind
  to: string
  name: string
  status: 'queued' | 'sent' | 'failed'
  attempts: number
  response: string | null
  createdAt: string
  sentAt: string | null
  heldUntil: string | null
}

export type MailCounts = { matching: number; queued: number; sent: number; failed: number }

const columns = `id, kind, email AS "to", name, status, attempts, response, createdAt, sentAt,
  CASE WHEN status = 'queued' AND heldBy IS NOT NULL THEN nextAt END AS heldUntil`

export function listMails(db: Db, filter: MailFilter): ListedMail[] {
  const { where, values } = condition(filter)
  return db
    .prepare<unknown[], ListedMail>(`SELECT ${columns} FROM mails ${where} ORDER BY createdAt DESC, id DESC LIMIT ? OFFSET ?`)
    .all(...values, filter.limit ?? 100, filter.offset ?? 0)
}

export function countMails(db: Db, filter: MailFilter): MailCounts {
  const { where, values } = condition(filter)
  const matching = countRows(db, `SELECT count(*) FROM mails ${where}`, ...values)
  const of = (status: string) => countRows(db, 'SELECT count(*) FROM mails WHERE status = ?', status)
  return { matching, queued: of('queued'), sent: of('sent'), failed: of('failed') }
}

export function readMail(db: Db, id: string): ListedMail | null {
  return db.prepare<[string], ListedMail>(`SELECT ${columns} FROM mails WHERE id = ?`).get(id) ?? null
}

export function originOfMail(db: Db, id: string): Pick<QueuedMail, 'registrationId' | 'groupId' | 'sessions'> | null {
  const row = db.prepare<[string], Pick<QueuedMail, 'registrationId' | 'groupId' | 'sessions'>>(
    'SELECT registrationId, groupId, sessions FROM mails WHERE id = ?',
  )
  return row.get(id) ?? null
}

function condition({ search = '', status, registration }: MailFilter): { where: string; values: string[] } {
  const words = [...new Set(fold(search).split(/\s+/).filter(Boolean))].slice(0, 8)
  const clauses = words.map(() => 'instr(searchText, ?) > 0')
  const values = [...words]
  for (const [column, value] of [
    ['status', status],
    ['registrationId', registration],
  ] as const) {
    if (value === undefined) continue
    clauses.push(`${column} = ?`)
    values.push(value)
  }
  return { where: clauses.length > 0 ? `WHERE ${clauses.join(' AND ')}` : '', values }
}
