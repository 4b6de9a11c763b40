import { Hono } from 'hono'
import { type Certificate, certificateByCode } from '../../data/certificates/certificates.ts'
import type { Db } from '../../data/db/db.ts'
import { drawCertificateOnDemand } from '../drawing/draw-on-demand.ts'
import type { CertificateForm } from '../drawing/drawing-process.ts'
import { uploadedPicture } from '../drawing/uploaded-picture.ts'
import { clientAddress } from '../http/client-address.ts'
import type { Env } from '../http/env.ts'
import { visitLimit } from '../http/visit-limit.ts'
import type { Publisher } from '../publishing/publisher.ts'
import { answerPage } from '../serving/answer-page.ts'
import { serveSite } from '../serving/serve-site.ts'
import type { Uploads } from '../uploads/uploads.ts'
import { certificatePage, paperOf } from './paper.ts'

const contentTypes: Record<CertificateForm, string> = { pdf: 'application/pdf', png: 'image/png' }

const isForm = (text: string | undefined): text is CertificateForm => text === 'pdf' || text === 'png'

type Needs = {
  db: Db
  publisher: Publisher
  uploads: Uploads
  config: { publicOrigin: string; timeZone: string; registrationLimit: number; trustProxy: number }
}

export function certificateRoutes({ db, publisher, uploads, config }: Needs) {
  const notFound = serveSite(publisher.site)

  async function draw(certificate: Certificate, form: CertificateForm, address: string) {
    const paper = paperOf(db, certificate, config)
    const signatures: Record<string, Uint8Array> = {}
    for (const { image } of paper.signatures) {
      const picture = await uploadedPicture(uploads.storage, image)
      if (picture) signatures[image] = picture
    }
    return drawCertificateOnDemand(form, paper, signatures, address)
  }

  return new Hono<Env>().get('/:code', visitLimit(config), async (c) => {
    const name = c.req.param('code')
    const [, code = name, form] = /^([^.]*)\.(pdf|png)$/.exec(name) ?? []
    const certificate = certificateByCode(db, code)
    if (!certificate) return notFound(c)
    c.header('Cache-Control', 'no-store')
    c.header('X-Robots-Tag', 'noindex')
    if (!isForm(form)) return answerPage(c, await publisher.certificate(await certificatePage(db, certificate, config)))
    if (certificate.revokedAt !== null) return c.redirect(`/constancia/${certificate.code}`, 303)
    const headers = {
      'Content-Type': contentTypes[form],
      'Content-Disposition': `inline; filename="constancia-${certificate.code}.${form}"`,
    }
    return c.body(await draw(certificate, form, clientAddress(c, config)), 200, headers)
  })
}
