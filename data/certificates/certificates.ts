import { randomBytes } from 'node:crypto'
import { encodeBase32LowerCaseNoPadding } from '@oslojs/encoding'
import { readKey } from '../content/revisions.ts'
import type { Db } from '../db/db.ts'
import { prepared } from '../db/prepared.ts'
import { dequeueKind } from '../mail/outbox.ts'

export type CertificateRole = 'attendee' | 'speaker' | 'organiser'

/** An organiser has neither id. */
type CertificateOwner = { role: CertificateRole; registration: string | null; speaker: string | null; name: string }

/** Times are ISO 8601 in UTC. The owner may correct the name once, at `correctedAt`. */
export type Certificate = CertificateOwner & {
  code: string
  madeAt: string
  correctedAt: string | null
  revokedAt: string | null
  /** Year of a past edition, null for the current one. */
  edition: string | null
}

const columns = 'code, role, registration, speaker, name, madeAt, correctedAt, revokedAt, edition'

/** 80 random bits as 16 characters, so that codes cannot be guessed. */
const newCode = () => encodeBase32LowerCaseNoPadding(randomBytes(10))

/** Returns the certificate with a code, as typed from paper, or null. */
export function certificateByCode(db: Db, code: string): Certificate | null {
  const plain = code.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  return prepared<Certificate>(db, `SELECT ${columns} FROM certificates WHERE code = ?`).get(plain) ?? null
}

/** Returns the certificate of a registration, or null. */
export function certificateOf(db: Db, registration: string): Certificate | null {
  return prepared<Certificate>(db, `SELECT ${columns} FROM certificates WHERE registration = ?`).get(registration) ?? null
}

/** Returns certificates of speakers and organisers of the current edition, by name. */
export function certificatesToHand(db: Db): Certificate[] {
  return prepared<Certificate>(
    db,
    `SELECT ${columns} FROM certificates WHERE registration IS NULL AND edition IS NULL ORDER BY name COLLATE NOCASE`,
  ).all()
}

/** Returns the stored texts for certificates of a past edition, or null. */
export function factsOfEdition(db: Db, year: string): unknown {
  const edition = prepared<{ constancia: string | null }>(db, 'SELECT constancia FROM editions WHERE year = ?').get(year)
  return edition?.constancia ? JSON.parse(edition.constancia) : null
}

/** Returns true if the person took part, according to `participants`. */
export function tookPart(db: Db, registration: string): boolean {
  return prepared(db, `SELECT 1 FROM registrations WHERE id = ? AND ${participation(db)}`).get(registration) !== undefined
}

/** Same for a past edition, with the rule stored there. False if it ended before its day or stored no texts. */
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

/** Returns which people took part. Without any arrival it falls back to 'confirmed'. */
export function participants(db: Db): 'arrived' | 'confirmed' {
  const { counts } = readKey(db, 'certificates').value
  const wasDoorUsed = prepared(db, 'SELECT 1 FROM registrations WHERE arrivedAt IS NOT NULL LIMIT 1').get() !== undefined
  return counts === 'arrived' && wasDoorUsed ? 'arrived' : 'confirmed'
}

function participation(db: Db): string {
  return participants(db) === 'arrived' ? 'arrivedAt IS NOT NULL' : "(status = 'registered' AND isConfirmed = 1)"
}

/** Returns the certificate, created at `at` if needed. Organisers always get a new one. `edition` is null for the current one. */
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
 * Moves a certificate in a merge. If both have one, the valid one stays, else the one of the preferred e-mail. Returns the changed ones for
 * `takeApart`. Expects an open transaction.
 */
export function mergeCertificates(
  db: Db,
  { from, to, prefers }: { from: string; to: string; prefers: 'from' | 'to' },
): Certificate[] {
  const [theirs, existing] = [certificateOf(db, from), certificateOf(db, to)]
  if (!theirs) return []
  if (existing) {
    const isAlike = (theirs.revokedAt === null) === (existing.revokedAt === null)
    const dropped = (isAlike ? prefers === 'from' : existing.revokedAt !== null) ? existing : theirs
    prepared(db, 'DELETE FROM certificates WHERE code = ?').run(dropped.code)
  }
  prepared(db, 'UPDATE certificates SET registration = ? WHERE registration = ?').run(to, from)
  return existing ? [theirs, existing] : [theirs]
}

/** Undoes `mergeCertificates`. Certificates revoked in the meantime stay revoked. */
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

/** Corrects the name, once. Returns false if not allowed or unchanged. */
export function correctCertificate(db: Db, code: string, name: string, at: string): boolean {
  return (
    prepared(
      db,
      `UPDATE certificates SET name = @name, correctedAt = @at
       WHERE code = @code AND name <> @name AND correctedAt IS NULL AND revokedAt IS NULL`,
    ).run({ name, at, code }).changes === 1
  )
}

/** Revokes a certificate and deletes its queued mail. Null if it does not exist. */
export function revokeCertificate(db: Db, code: string, at: string): Certificate | null {
  const certificate = certificateByCode(db, code)
  if (!certificate) return null
  prepared(db, 'UPDATE certificates SET revokedAt = coalesce(revokedAt, ?) WHERE code = ?').run(at, certificate.code)
  dequeueKind(db, certificate.registration, 'certificate')
  return certificateByCode(db, certificate.code)
}
