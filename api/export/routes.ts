import { makeZip } from 'client-zip'
import { Hono } from 'hono'
import { z } from 'zod'
import { recordActivity } from '../../data/accounts/activity.ts'
import { readContent } from '../../data/content/content.ts'
import type { Db } from '../../data/db/db.ts'
import { questionColumns } from '../../data/registrations/answers/counts.ts'
import { eachRegistration } from '../../data/registrations/registrations.ts'
import { currentUser } from '../accounts/guard.ts'
import { createDownloads } from '../http/downloads.ts'
import type { Env } from '../http/env.ts'
import { problem } from '../http/errors.ts'
import { fromPanel } from '../http/same-origin.ts'
import { validate } from '../http/validate.ts'
import type { Publisher } from '../publishing/publisher.ts'
import { publicUploads } from '../uploads/storage.ts'
import type { Uploads } from '../uploads/uploads.ts'

const isExporting = 'Ya se está descargando todo. Espera a que termine para pedirlo de nuevo.'
const forAdministrators = 'Los registros los descarga un administrador.'

const querySchema = z.strictObject({ registrations: z.literal('1', 'Escribe 1, o nada').optional() })

const programme = ['/schedule.json', '/schedule.xml', '/schedule.csv', '/agenda.ics']

type Needs = { db: Db; publisher: Publisher; uploads: Uploads; config: { timeZone: string; publicOrigin: string } }

export function exportAllRoutes({ db, publisher, uploads, config }: Needs) {
  const download = createDownloads(isExporting)

  async function* files(withRegistrations: boolean) {
    const lastModified = new Date()
    yield { name: 'contenido.json', input: `${JSON.stringify(readContent(db).content, null, 2)}\n`, lastModified }
    for (const path of programme) {
      const file = publisher.site().files.get(path)
      if (file) yield { name: path.slice(1), input: file.body, lastModified }
    }
    if (withRegistrations) {
      const { registrationsCsv } = await import('./csv.ts')
      yield {
        name: 'registros.csv',
        input: registrationsCsv(eachRegistration(db, {}), config.timeZone, questionColumns(db, {})),
        lastModified,
      }
    }
    for await (const { name, bytes } of publicUploads(uploads.storage))
      yield { name: `public-objects/${name}`, input: bytes, lastModified }
  }

  return new Hono<Env>().get('/', fromPanel({ config }), validate('query', querySchema), (c) => {
    const user = currentUser(c)
    const withRegistrations = c.req.valid('query').registrations === '1'
    if (withRegistrations && user.role !== 'admin') return problem(c, 403, forAdministrators)
    return download(c, user, {
      name: 'conferencia.zip',
      type: 'application/zip',
      make() {
        if (withRegistrations) recordActivity(db, user, { action: 'registrations-exported' }, new Date().toISOString())
        return makeZip(files(withRegistrations))
      },
    })
  })
}
