import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { type Certificate, certificateByCode } from '../../data/certificates/certificates.ts'
import type { Db } from '../../data/db/db.ts'
import { type CertificateForm, drawCertificateOnDemand } from '../drawing/draw-on-demand.ts'
import { clientAddress } from '../http/client-address.ts'
import type { Env } from '../http/env.ts'
import { visitLimit } from '../http/visit-limit.ts'
import type { Publisher } from '../publishing/publisher.ts'
import { answerPage } from '../serving/answer-page.ts'
import { serveSite } from '../serving/serve-site.ts'
import { isUploadName } from '../uploads/names.ts'
import type { Uploads } from '../uploads/uploads.ts'
import { certificatePage, paperOf } from './paper.ts'

type Found = { Variables: Env['Variables'] & { certificate: Certificate } }

const types: Record<CertificateForm, string> = { pdf: 'application/pdf', png: 'image/png' }

function askedFor(asked: string): { code: string; form: CertificateForm | null } {
  const [, code = asked, form = null] = /^([^.]*)\.(pdf|png)$/.exec(asked) ?? []
  return { code, form: form as CertificateForm | null }
}

type Needs = {
  db: Db
  publisher: Publisher
  uploads: Uploads
  config: { publicOrigin: string; timeZone: string; registrationLimit: number; trustProxy: number }
}

/** /constancia/{code}. The code gives access. */
export function certificateRoutes({ db, publisher, uploads, config }: Needs) {
  const notFound = serveSite(publisher.site)

  const found = createMiddleware<Found>(async (c, next) => {
    const certificate = certificateByCode(db, askedFor(c.req.param('code') ?? '').code)
    if (!certificate) return notFound(c)
    c.set('certificate', certificate)
    return next()
  })

  async function drawn(certificate: Certificate, form: CertificateForm, address: string) {
    const paper = paperOf(db, certificate, config)
    const pictures: Record<string, Uint8Array> = {}
    for (const { image } of paper.signatures) {
      const name = image.replace(/^\/public-objects\//, '')
      const stored = isUploadName(name) ? await uploads.storage.find(name) : null
      if (stored) pictures[image] = new Uint8Array(await new Response(await stored.read()).arrayBuffer())
    }
    return drawCertificateOnDemand(form, paper, pictures, address)
  }

  return new Hono<Found>().get('/:code', visitLimit(config), found, async (c) => {
    const { certificate } = c.var
    c.header('Cache-Control', 'no-store')
    c.header('X-Robots-Tag', 'noindex')
    const { form } = askedFor(c.req.param('code'))
    if (form === null) return answerPage(c, await publisher.certificate(await certificatePage(db, certificate, config)))
    if (certificate.revokedAt !== null) return c.redirect(`/constancia/${certificate.code}`, 303)
    const headers = {
      'Content-Type': types[form],
      'Content-Disposition': `inline; filename="constancia-${certificate.code}.${form}"`,
    }
    return c.body(await drawn(certificate, form, clientAddress(c, config)), 200, headers)
  })
}
