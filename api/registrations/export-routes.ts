import { type Context, Hono } from 'hono'
import { recordActivity } from '../../data/accounts/activity.ts'
import type { Db } from '../../data/db/db.ts'
import { type QuestionColumn, questionColumns } from '../../data/registrations/answers/counts.ts'
import { eachRegistration, usedFields } from '../../data/registrations/registrations.ts'
import { type Registration, type RegistrationFilter, registrationFilterSchema } from '../../data/registrations/schema.ts'
import { currentUser } from '../accounts/guard.ts'
import { createDownloads } from '../http/downloads.ts'
import type { Env } from '../http/env.ts'
import { fromPanel } from '../http/same-origin.ts'
import { validate } from '../http/validate.ts'

export const isExporting = 'Ya se está descargando un archivo de registros. Espera a que termine para pedir otro.'

type Write = (registrations: Iterable<Registration>, timeZone: string, questions: QuestionColumn[]) => AsyncIterable<Uint8Array>

type Needs = { db: Db; config: { timeZone: string; publicOrigin: string } }

export function exportRoutes({ db, config }: Needs) {
  const { timeZone } = config
  const panelOnly = fromPanel({ config })
  const download = createDownloads(isExporting)

  async function answerFile(c: Context<Env>, filter: RegistrationFilter, ending: 'csv' | 'xlsx', type: string, write: Write) {
    const { exportName } = await import('./export-rows.ts')
    const user = currentUser(c)
    return download(c, user, {
      name: exportName(timeZone, ending),
      type,
      make() {
        recordActivity(db, user, { action: 'registrations-exported' }, new Date().toISOString())
        return write(eachRegistration(db, filter), timeZone, questionColumns(db, filter))
      },
    })
  }

  return new Hono<Env>()
    .get('/export', panelOnly, validate('query', registrationFilterSchema), async (c) => {
      const { registrationsCsv } = await import('./csv.ts')
      const filter = c.req.valid('query')
      return answerFile(c, filter, 'csv', 'text/csv; charset=utf-8', (registrations, zone, questions) =>
        registrationsCsv(registrations, zone, questions, usedFields(db, filter)),
      )
    })
    .get('/export.xlsx', panelOnly, validate('query', registrationFilterSchema), async (c) => {
      const { registrationsXlsx, xlsxType } = await import('./xlsx.ts')
      return answerFile(c, c.req.valid('query'), 'xlsx', xlsxType, registrationsXlsx)
    })
}
