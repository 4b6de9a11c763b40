import { Hono } from 'hono'
import {
  type Certificate,
  certificateFor,
  certificateOf,
  certificatesToHand,
  participants,
  revokeCertificate,
} from '../../data/certificates/certificates.ts'
import { certificateByHandSchema } from '../../data/certificates/schema.ts'
import { readContent } from '../../data/content/content.ts'
import type { Db } from '../../data/db/db.ts'
import { countUnmailed, type GroupMail, lastGroupMail, queueCertificates, stopGroupMail } from '../../data/mail/group-mails.ts'
import { type CertificateGroup, certificatesSentSchema } from '../../data/mail/schema.ts'
import { overNow } from '../../data/registrations/places-now.ts'
import { adminOnly, currentUser } from '../accounts/guard.ts'
import { recorded } from '../activity/record.ts'
import type { Env } from '../http/env.ts'
import { notConfigured, problem } from '../http/errors.ts'
import { validate } from '../http/validate.ts'
import { storedWords } from '../mail/mailed-content.ts'
import type { Mailer } from '../mail/mailer.ts'

export type ShownCertificate = Pick<Certificate, 'code' | 'role' | 'name' | 'speaker' | 'madeAt' | 'revokedAt'> & { url: string }

export type CertificatesState = {
  isOver: boolean
  group: CertificateGroup
  mail: { people: Record<CertificateGroup, number>; last: GroupMail | null } | null
  toHand: ShownCertificate[]
}

const tooEarly = 'Las constancias se envían cuando el evento terminó.'
const busy = 'Todavía se preparan las del envío anterior. Inténtalo en un momento.'

type Needs = { db: Db; mailer: Mailer | null; config: { publicOrigin: string; timeZone: string } }

export function certificatesRoutes({ db, mailer, config }: Needs) {
  const isOverAt = overNow(db, config.timeZone)
  const isOver = () => isOverAt(new Date().toISOString())

  const withUrl = ({ code, role, name, speaker, madeAt, revokedAt }: Certificate): ShownCertificate => {
    return { code, role, name, speaker, madeAt, revokedAt, url: `${config.publicOrigin}/constancia/${code}` }
  }

  function state(): CertificatesState {
    const people = () => ({ arrived: countUnmailed(db, 'arrived'), confirmed: countUnmailed(db, 'confirmed') })
    const mail = mailer ? { people: people(), last: lastGroupMail(db, 'certificate') } : null
    return { isOver: isOver(), group: participants(db), mail, toHand: certificatesToHand(db).map(withUrl) }
  }

  return new Hono<Env>()
    .use(adminOnly)
    .get('/', (c) => c.json(state(), 200))
    .post('/', validate('json', certificatesSentSchema), (c) => {
      const { to, ids = null } = c.req.valid('json')
      const edit = { by: currentUser(c).id, at: new Date().toISOString() }
      if (to === 'speakers') {
        const { people, certificates } = recorded(
          db,
          currentUser(c),
          ({ people }) => people > 0 && { action: 'certificates-made' },
          () => makeForSpeakers(db, ids),
        )
        return c.json({ people, toHand: certificates.map(withUrl) }, 200)
      }
      if (!mailer) return problem(c, 409, notConfigured)
      if (!isOver()) return problem(c, 409, tooEarly)
      const words = storedWords(db, 'certificate')
      const people = recorded(
        db,
        currentUser(c),
        (queued) => queued !== 'busy' && queued > 0 && { action: 'certificates-mailed' },
        () => queueCertificates(db, mailer.queue, { to, ids, ...words }, edit),
      )
      if (people === 'busy') return problem(c, 409, busy)
      mailer.queueRest()
      return c.json({ people, toHand: [] as ShownCertificate[] }, 200)
    })
    .delete('/', (c) => {
      const stopped = recorded(db, currentUser(c), { action: 'certificate-mails-stopped' }, () =>
        stopGroupMail(db, new Date().toISOString(), 'certificate'),
      )
      return stopped > 0 ? c.json(state(), 200) : problem(c, 404, 'No hay constancias en camino.')
    })
    .post('/by-hand', validate('json', certificateByHandSchema), (c) => {
      const { role, name } = c.req.valid('json')
      const certificate = recorded(db, currentUser(c), { action: 'certificates-made' }, () =>
        certificateFor(db, { role, registration: null, speaker: null, name }, new Date().toISOString()),
      )
      return c.json(withUrl(certificate), 201)
    })
    .get('/of/:id', (c) => {
      const certificate = certificateOf(db, c.req.param('id'))
      return c.json({ certificate: certificate && withUrl(certificate) }, 200)
    })
    .delete('/:code', (c) => {
      const revoked = recorded(
        db,
        currentUser(c),
        (certificate) =>
          certificate && {
            action: 'certificate-revoked',
            ...(certificate.registration && { subjectId: certificate.registration }),
          },
        () => revokeCertificate(db, c.req.param('code'), new Date().toISOString()),
      )
      return revoked ? c.json(withUrl(revoked), 200) : problem(c, 404)
    })
}

function makeForSpeakers(db: Db, ids: readonly string[] | null) {
  const at = new Date().toISOString()
  const countBefore = certificatesToHand(db).length
  for (const { id, name, isActive } of readContent(db).content.speakers)
    if (isActive && (ids === null || ids.includes(id)))
      certificateFor(db, { role: 'speaker', registration: null, speaker: id, name }, at)
  const all = certificatesToHand(db)
  return { people: all.length - countBefore, certificates: all.filter(({ speaker }) => speaker !== null) }
}
