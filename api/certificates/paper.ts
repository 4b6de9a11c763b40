import { usesLetterPaper } from '../../data/address.ts'
import { type Certificate, type CertificateRole, factsOfEdition, participants } from '../../data/certificates/certificates.ts'
import { readContent } from '../../data/content/content.ts'
import type { Db } from '../../data/db/db.ts'
import { dayOf } from '../../data/zone.ts'
import { codeInWords, type Paper, paperSize, pictureSize, sentenceOf, withUnbrokenDates } from '../drawing/certificate-paper.ts'
import { layOutOnDemand } from '../drawing/draw-on-demand.ts'
import { conferenceDate } from '../drawing/share-card.ts'
import type { CertificatePage } from '../publishing/render.ts'

const roles: Record<CertificateRole, string> = {
  attendee: 'asistente',
  speaker: 'ponente',
  organiser: 'parte de la organización',
}

type Settings = { publicOrigin: string; timeZone: string }

/** Facts that all certificates of an edition share. `day` is yyyy-MM-dd. Old versions stored no `organiser`. */
type ConferenceFacts = Omit<Paper, 'code' | 'url' | 'name' | 'role'> & {
  day: string
  organiser?: string
  participants?: ReturnType<typeof participants>
}

export function factsNow(db: Db, timeZone: string): ConferenceFacts {
  const { content } = readContent(db)
  const { text, hours, signatures } = content.certificates
  const events = content.events.filter(({ isActive }) => isActive)
  const date = conferenceDate({ hero: content.hero, events }, timeZone)
  return {
    conference: content.hero.title,
    when: `${date.includes(' al ') ? 'del' : 'el'} ${date}`,
    place: content.hero.location,
    hours,
    text,
    signatures,
    look: { accent: content.look.accent, pattern: content.look.pattern },
    isLetter: usesLetterPaper(content),
    day: dayOf(timeZone, content.hero.eventDate),
    organiser: content.event.organiser,
    participants: participants(db),
  }
}

function factsOf(db: Db, { edition }: Certificate, timeZone: string): ConferenceFacts {
  const storedFacts = edition === null ? null : factsOfEdition(db, edition)
  return storedFacts === null ? factsNow(db, timeZone) : (storedFacts as ConferenceFacts)
}

export function paperOf(db: Db, certificate: Certificate, { publicOrigin, timeZone }: Settings): Paper {
  const { code, name, role } = certificate
  const { day: _, organiser: __, participants: ___, ...facts } = factsOf(db, certificate, timeZone)
  return { ...facts, code, url: `${publicOrigin}/constancia/${code}`, name, role: roles[role] }
}

export async function certificatePage(db: Db, certificate: Certificate, settings: Settings): Promise<CertificatePage> {
  const paper = paperOf(db, certificate, settings)
  const isRevoked = certificate.revokedAt !== null
  const sentence = withUnbrokenDates(sentenceOf(paper))
  return {
    paper,
    drawn: isRevoked ? [] : await layOutOnDemand(paper),
    sentence: sentence.charAt(0).toUpperCase() + sentence.slice(1),
    codeInWords: codeInWords(certificate.code),
    isRevoked,
    linkedIn: linkedInUrl(db, certificate, settings),
    paperSize: paperSize(paper),
    pictureSize: pictureSize(paper),
  }
}

export function linkedInUrl(db: Db, certificate: Certificate, settings: Settings): string {
  const { url, conference } = paperOf(db, certificate, settings)
  const { day, organiser } = factsOf(db, certificate, settings.timeZone)
  const [year = '', month = ''] = day.split('-')
  const query = new URLSearchParams({
    startTask: 'CERTIFICATION_NAME',
    name: `${conference}: ${roles[certificate.role]}`,
    organizationName: organiser || conference,
    issueYear: year,
    issueMonth: String(Number(month)),
    certUrl: url,
    certId: certificate.code,
  })
  return `https://www.linkedin.com/profile/add?${query}`
}
