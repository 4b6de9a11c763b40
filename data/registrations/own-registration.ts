/** A registration as its own visitor sees it, found by the secret in their link. */
import type { Db } from '../db/db.ts'
import type { RegistrationStatus } from './schema.ts'

/** Times are ISO 8601 in UTC. */
export type OwnRegistration = {
  id: string
  name: string
  email: string
  company: string
  position: string
  phone: string
  status: RegistrationStatus
  wantsReminders: boolean
  isConfirmed: boolean
  registrationDate: string
  /** The secret. It belongs into no log and no list. */
  token: string
}

type Row = Omit<OwnRegistration, 'wantsReminders' | 'isConfirmed'> & { wantsReminders: number; isConfirmed: number }

const columns = 'id, name, email, company, position, phone, status, wantsReminders, isConfirmed, registrationDate, token'

/** The registration with this token; null when there is none. */
export function registrationByToken(db: Db, token: string): OwnRegistration | null {
  return fromRow(db.prepare<[string], Row>(`SELECT ${columns} FROM registrations WHERE token = ?`).get(token))
}

/** The registration with this id, its token included; null when there is none. */
export function registrationWithToken(db: Db, id: string): OwnRegistration | null {
  return fromRow(db.prepare<[string], Row>(`SELECT ${columns} FROM registrations WHERE id = ?`).get(id))
}

function fromRow(row: Row | undefined): OwnRegistration | null {
  return row ? { ...row, wantsReminders: row.wantsReminders === 1, isConfirmed: row.isConfirmed === 1 } : null
}
