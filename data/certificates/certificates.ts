import { randomBytes } from 'node:crypto'
import { encodeBase32LowerCaseNoPadding } from '@oslojs/encoding'
import { readKey } from '../content/revisions.ts'
import type { Db } from '../db/db.ts'
import { prepared } from '../db/prepared.ts'
import { dequeueKind } from '../mail/outbox.ts'

export type CertificateRole = 'attendee' | 'speaker' | 'organiser'

type CertificateOwner = { role: CertificateRole; registration: string | null; speaker: string | null; name: string }

/** `edition` is null for the current edition. */
export type Certificate = CertificateOwner & {
  code: string
  madeAt: string
  correctedAt: string | null
  revokedAt: string | null
  edition: string | null
}

const columns = 'code, role, registration, speaker, name, madeAt, correctedAt, revokedAt, edition'

const newCode = () => encodeBase32LowerCaseNoPadding(randomBytes(10))

export function certificateByCode(db: Db, code: string): Certificate | null {
  const plain = code.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  return prepared<Certificate>(db, `SELECT ${columns} FROM certificates WHERE code = ?`).get(plain) ?? null
}

export function certificateOf(db: Db, registration: string): Certificate | null {
  return prepared<Certificate>(db, `SELECT ${columns} FROM certificates WHERE registration = ?`).get(registration) ?? null
}

export function certificatesToHand(db: Db): Certificate[] {
  return prepared<Certificate>(
    db,
    `SELECT ${columns} FROM certificates WHERE registration IS NULL AND edition IS NULL ORDER BY name COLLATE NOCASE`,
  ).all()
}

export function factsOfEdition(db: Db, year: string): unknown {
  const edition = prepared<{ constancia: string | null }>(db, 'SELECT constancia FROM editions WHERE year = ?').get(year)
  return edition?.constancia ? JSON.parse(edition.constancia) : null
}

export function tookPart(db: Db, registration: string): boolean {
  return prepared(db, `SELECT 1 FROM registrations WHERE id = ? AND ${participation(db)}`).get(registration) !== undefined
}

/** Returns false for everybody if the edition was finished before the day of its event. */
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

/** Decides who gets a certificate. Returns 'arrived' if organisers chose this setting and somebody was checked in at the door. */
export function participants(db: Db): 'arrived' | 'confirmed' {
  const { counts } = readKey(db, 'certificates').value
  const wasDoorUsed = prepared(db, 'SELECT 1 FROM registrations WHERE arrivedAt IS NOT NULL LIMIT 1').get() !== undefined
  return counts === 'arrived' && wasDoorUsed ? 'arrived' : 'confirmed'
}

function participation(db: Db): string {
  return participants(db) === 'arrived' ? 'arrivedAt IS NOT NULL' : "(status = 'registered' AND isConfirmed = 1)"
}

/** Makes a certificate for the registration or speaker, or returns the existing one. */
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
 * If both people have a certificate, keeps one, preferably a valid one. Returns the certificates from before the merge, for
 * `takeApart`.
 */
export function mergeCertificates(
  db: Db,
  { from, to, prefers }: { from: string; to: string; prefers: 'from' | 'to' },
): Certificate[] {
  const [merged, existing] = [certificateOf(db, from), certificateOf(db, to)]
  if (!merged) return []
  if (existing) {
    const isAlike = (merged.revokedAt === null) === (existing.revokedAt === null)
    const dropped = (isAlike ? prefers === 'from' : existing.revokedAt !== null) ? existing : merged
    prepared(db, 'DELETE FROM certificates WHERE code = ?').run(dropped.code)
  }
  prepared(db, 'UPDATE certificates SET registration = ? WHERE registration = ?').run(to, from)
  return existing ? [merged, existing] : [merged]
}

/** Undoes `mergeCertificates`. A certificate that was revoked after the merge stays revoked. */
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

export function correctCertificate(db: Db, code: string, name: string, at: string): boolean {
  return (
    prepared(
      db,
      `UPDATE certificates SET name = @name, correctedAt = @at
       WHERE code = @code AND name <> @name AND correctedAt IS NULL AND revokedAt IS NULL`,
    ).run({ name, at, code }).changes === 1
  )
}

export function revokeCertificate(db: Db, code: string, at: string): Certificate | null {
  const certificate = certificateByCode(db, code)
  if (!certificate) return null
  prepared(db, 'UPDATE certificates SET revokedAt = coalesce(revokedAt, ?) WHERE code = ?').run(at, certificate.code)
  dequeueKind(db, certificate.registration, 'certificate')
  return certificateByCode(db, certificate.code)
}
