import {
  certificateFor,
  certificateOf,
  correctCertificate,
  tookPart,
  tookPartIn,
} from '../../../data/certificates/certificates.ts'
import type { Db } from '../../../data/db/db.ts'
import type { OwnRegistration } from '../../../data/own/own-registration.ts'
import { linkedInUrl } from '../../certificates/paper.ts'
import type { OwnCertificate } from '../../publishing/render.ts'

type Needs = { db: Db; config: { publicOrigin: string; timeZone: string } }

/** `isDue` means that the person can get a certificate, which is possible from the end of the event. */
export function ownCertificate({ db, config }: Needs, { id, edition }: OwnRegistration, isOver: boolean): OwnCertificate {
  const certificate = certificateOf(db, id)
  if (!certificate) return { made: null, isDue: edition ? tookPartIn(db, edition.year, id) : isOver && tookPart(db, id) }
  const { code, name, correctedAt, revokedAt } = certificate
  const linkedIn = linkedInUrl(db, certificate, config)
  const canCorrect = correctedAt === null && revokedAt === null
  return { made: { code, name, canCorrect, linkedIn, isRevoked: revokedAt !== null }, isDue: false }
}

export function requestCertificate(needs: Needs, registration: OwnRegistration, isOver: boolean, name?: string): void {
  const { db } = needs
  const { made: certificate, isDue } = ownCertificate(needs, registration, isOver)
  const at = new Date().toISOString()
  if (certificate && name) correctCertificate(db, certificate.code, name, at)
  if (!isDue) return
  const owner = { role: 'attendee', registration: registration.id, speaker: null, name: name ?? registration.name } as const
  certificateFor(db, owner, at, registration.edition?.year)
}
