/** Constancias: who took part. A code is made when it is first asked for, and stays. */
import { randomBytes } from 'node:crypto'
import { encodeBase32LowerCaseNoPadding } from '@oslojs/encoding'
import { readKey } from '../content/revisions.ts'
import type { Db } from '../db/db.ts'
import { prepared } from '../db/prepared.ts'
import { dequeueKind } from '../mail/outbox.ts'

/** As what somebody took part. */
export type CertificateRole = 'attendee' | 'speaker' | 'organiser'

/** Whose it is, in the list or among the speakers; of an organiser it is neither. */
type CertificateOwner = { role: CertificateRole; registration: string | null; speaker: string | null; name: string }

/** Times are ISO 8601 in UTC; `correctedAt` is when whoever it is of changed the name on it, which they may once. */
export type Certificate = CertificateOwner & {
  code: string
  madeAt: string
  correctedAt: string | null
  revokedAt: string | null
  /** The year of the edition that is over and that it is of; null for the present one. */
  edition: string | null
}

const columns = 'code, role, registration, speaker, name, madeAt, correctedAt, revokedAt, edition'

/** 80 random bits as 16 letters and digits: nobody finds one by trying. */
const newCode = () => encodeBase32LowerCaseNoPadding(randomBytes(10))

/** The constancia with this code, as it was typed from paper; null when there is none. */
export function certificateByCode(db: Db, code: string): Certificate | null {
  const plain = code.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  return prepared<Certificate>(db, `SELECT ${columns} FROM certificates WHERE code = ?`).get(plain) ?? null
}

/** The constancia of a person in the list; null while they have asked for none. */
export function certificateOf(db: Db, registration: string): Certificate | null {
  return prepared<Certificate>(db, `SELECT ${columns} FROM certificates WHERE registration = ?`).get(registration) ?? null
}

/** Those of speakers and organisers of the present edition, by name: nobody asks for them on a page of their own. */
export function certificatesToHand(db: Db): Certificate[] {
  return prepared<Certificate>(
    db,
    `SELECT ${columns} FROM certificates WHERE registration IS NULL AND edition IS NULL ORDER BY name COLLATE NOCASE`,
  ).all()
}

/** What the constancias of an edition that is over say of it, as it was kept; null where nothing was. */
export function factsOfEdition(db: Db, year: string): unknown {
  const kept = prepared<{ constancia: string | null }>(db, 'SELECT constancia FROM editions WHERE year = ?').get(year)
  return kept?.constancia ? JSON.parse(kept.constancia) : null
}

/**
 * Whether a person in the list took part: they arrived or, where the settings say so or nobody's arrival was noted, they have a place and
 * confirmed.
 */
export function tookPart(db: Db, registration: string): boolean {
  return prepared(db, `SELECT 1 FROM registrations WHERE id = ? AND ${participation(db)}`).get(registration) !== undefined
}

/**
 * The same of somebody of an edition that is over, as `participants` was when it ended, which the edition keeps (of one that does not,
 * either counts); false where it ended before its day, or nothing was kept of what its constancias say.
 */
export function tookPartIn(db: Db, year: string, registration: string): boolean {
  return (
    prepared(
      db,
      `SELECT 1 FROM editionPeople JOIN editions USING (year)
       WHERE year = ? AND id = ? AND undoneAt IS NULL AND eventDate <= finishedAt AND constancia IS NOT NULL
         AND (constancia ->> 'participants' IS NOT 'confirmed' AND row ->> 'arrivedAt' IS NOT NULL
           OR constancia ->> 'participants' IS NOT 'arrived' AND row ->> 'status' = 'registered' AND row ->> 'isConfirmed' = 1)`,
    ).get(year, registration) !== undefined
  )
}

/** Who took part: those who arrived or, as the settings say or where nobody's arrival was noted, those who confirmed. */
export function participants(db: Db): 'arrived' | 'confirmed' {
  const { counts } = readKey(db, 'certificates').value
  const wasDoorUsed = prepared(db, 'SELECT 1 FROM registrations WHERE arrivedAt IS NOT NULL LIMIT 1').get() !== undefined
  return counts === 'arrived' && wasDoorUsed ? 'arrived' : 'confirmed'
}

/** What of a registration says that the person took part, as SQL. */
function participation(db: Db): string {
  return participants(db) === 'arrived' ? 'arrivedAt IS NOT NULL' : "(status = 'registered' AND isConfirmed = 1)"
}

/**
 * The constancia of somebody, made at the instant `at` where there is none yet of their edition: of the one of the year `edition`, null
 * for the present one. An organiser is always another one.
 */
export function certificateFor(
  db: Db,
  { role, registration, speaker, name }: CertificateOwner,
  at: string,
  edition: string | null = null,
): Certificate {
  const code = newCode()
  prepared(
    db,
    `INSERT INTO certificates (code, role, registration, speaker, name, madeAt, edition)
     VALUES (@code, @role, @registration, @speaker, @name, @at, @edition) ON CONFLICT DO NOTHING`,
  ).run({ code, role, registration, speaker, name, at, edition })
  return prepared<Certificate>(
    db,
    `SELECT ${columns} FROM certificates WHERE code = @code OR registration = @registration OR (speaker = @speaker AND edition IS NULL)`,
  ).get({ code, registration, speaker }) as Certificate
}

/**
 * Gives a person the constancia of the registration `from` of the same person. Where both have one, the one that stays is that which
 * was not revoked or, both alike, that of the e-mail that stays, which `prefers` says. Returns those that were moved or dropped, as they
 * were, for `takeApart`. To be called in a transaction.
 */
export function mergeCertificates(
  db: Db,
  { from, to, prefers }: { from: string; to: string; prefers: 'from' | 'to' },
): Certificate[] {
  const [theirs, own] = [certificateOf(db, from), certificateOf(db, to)]
  if (!theirs) return []
  if (own) {
    const isAlike = (theirs.revokedAt === null) === (own.revokedAt === null)
    const dropped = (isAlike ? prefers === 'from' : own.revokedAt !== null) ? own : theirs
    prepared(db, 'DELETE FROM certificates WHERE code = ?').run(dropped.code)
  }
  prepared(db, 'UPDATE certificates SET registration = ? WHERE registration = ?').run(to, from)
  return own ? [theirs, own] : [theirs]
}

/**
 * Gives the constancias that `mergeCertificates` moved or dropped back to whose they were: of what `holder` has those of others, with the
 * name that was on them, and what is not there any more to who has none. What was revoked meanwhile stays so.
 */
export function takeApart(db: Db, certificates: readonly Certificate[], holder: string): void {
  for (const certificate of certificates)
    prepared(
      db,
      `UPDATE OR IGNORE certificates SET registration = @registration, name = @name, correctedAt = @correctedAt
       WHERE code = @code AND registration = @holder AND registration <> @registration`,
    ).run({ ...certificate, holder })
  for (const certificate of certificates)
    prepared(
      db,
      `INSERT INTO certificates (${columns}) VALUES (@code, @role, @registration, @speaker, @name, @madeAt, @correctedAt, @revokedAt, @edition)
       ON CONFLICT DO NOTHING`,
    ).run(certificate)
}

/** Puts another name on a constancia, once. False where that was done before, it was revoked, or it has this name. */
export function correctCertificate(db: Db, code: string, name: string, at: string): boolean {
  return (
    prepared(
      db,
      `UPDATE certificates SET name = @name, correctedAt = @at
       WHERE code = @code AND name <> @name AND correctedAt IS NULL AND revokedAt IS NULL`,
    ).run({ name, at, code }).changes === 1
  )
}

/**
 * Says of a constancia that it is valid no more; a mail with it that waits is dequeued. Null when there is none; one that was
 * revoked before stays as it is.
 */
export function revokeCertificate(db: Db, code: string, at: string): Certificate | null {
  const certificate = certificateByCode(db, code)
  if (!certificate) return null
  prepared(db, 'UPDATE certificates SET revokedAt = coalesce(revokedAt, ?) WHERE code = ?').run(at, certificate.code)
  dequeueKind(db, certificate.registration, 'certificate')
  return certificateByCode(db, certificate.code)
}
