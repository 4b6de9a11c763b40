import { type Context, Hono } from 'hono'
import type { Db } from '../../data/db/db.ts'
import { type QuestionColumn, questionColumns } from '../../data/registrations/answers/counts.ts'
import { eachRegistration, usedFields } from '../../data/registrations/registrations.ts'
import {
  chosenExportSchema,
  type Registration,
  type RegistrationFilter,
  registrationFilterSchema,
} from '../../data/registrations/schema.ts'
import { currentUser } from '../accounts/guard.ts'
import { recorded } from '../activity/record.ts'
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
    const { exportName } = await import('../export/export-rows.ts')
    const user = currentUser(c)
    return download(c, user, {
      name: exportName(timeZone, ending),
      type,
      make() {
        return recorded(db, user, { action: 'registrations-exported' }, () =>
          write(eachRegistration(db, filter), timeZone, questionColumns(db, filter)),
        )
      },
    })
  }

  async function answerCsv(c: Context<Env>, filter: RegistrationFilter) {
    const { registrationsCsv } = await import('../export/csv.ts')
    return answerFile(c, filter, 'csv', 'text/csv; charset=utf-8', (registrations, zone, questions) =>
      registrationsCsv(registrations, zone, questions, usedFields(db, filter)),
    )
  }

  return new Hono<Env>()
    .get('/export', panelOnly, validate('query', registrationFilterSchema), (c) => answerCsv(c, c.req.valid('query')))
    .post('/export', panelOnly, validate('json', chosenExportSchema), (c) => answerCsv(c, c.req.valid('json')))
    .get('/export.xlsx', panelOnly, validate('query', registrationFilterSchema), async (c) => {
      const { registrationsXlsx, xlsxType } = await import('../export/xlsx.ts')
      return answerFile(c, c.req.valid('query'), 'xlsx', xlsxType, registrationsXlsx)
    })
}
