import { type Context, Hono } from 'hono'
import { recordActivity } from '../../data/accounts/activity.ts'
import { eachRegistration } from '../../data/registrations/registrations.ts'
import { type Registration, type RegistrationFilter, registrationFilterSchema } from '../../data/registrations/schema.ts'
import { currentUser } from '../accounts/guard.ts'
import type { Deps } from '../deps.ts'
import type { Env } from '../http/env.ts'
import { problemWithRetry } from '../http/errors.ts'
import { fromPanel } from '../http/same-origin.ts'
import { validate } from '../http/validate.ts'

const isExporting = 'Ya se está descargando un archivo de registros. Espera a que termine para pedir otro.'

type Write = (registrations: Iterable<Registration>, timeZone: string, ended: () => void) => ReadableStream<Uint8Array>

/** The filtered list as a file. What writes it is loaded on first use. */
export function exportRoutes({ db, config }: Pick<Deps, 'db' | 'config'>) {
  const { timeZone } = config
  const panelOnly = fromPanel({ config })
  // One each, so that nobody's downloads hold up the others.
  const exporting = new Set<string>()

  async function answer(c: Context<Env>, filter: RegistrationFilter, ending: 'csv' | 'xlsx', type: string, write: Write) {
    const { exportName } = await import('./export-rows.ts')
    const disposition = `attachment; filename="${exportName(timeZone, ending)}"`
    const headers = { 'Content-Type': type, 'Content-Disposition': disposition }
    // Nobody would read its body to the end.
    if (c.req.method === 'HEAD') return c.body(null, 200, headers)
    const user = currentUser(c)
    if (exporting.has(user.id)) return problemWithRetry(c, 429, isExporting)
    recordActivity(db, user, { action: 'registrations-exported' }, new Date().toISOString())
    const all = eachRegistration(db, filter)
    exporting.add(user.id)
    return c.body(
      write(all, timeZone, () => exporting.delete(user.id)),
      200,
      headers,
    )
  }

  return new Hono<Env>()
    .get('/export', panelOnly, validate('query', registrationFilterSchema), async (c) => {
      const { registrationsCsv } = await import('./csv.ts')
      return answer(c, c.req.valid('query'), 'csv', 'text/csv; charset=utf-8', registrationsCsv)
    })
    .get('/export.xlsx', panelOnly, validate('query', registrationFilterSchema), async (c) => {
      const { registrationsXlsx, xlsxType } = await import('./xlsx.ts')
      return answer(c, c.req.valid('query'), 'xlsx', xlsxType, registrationsXlsx)
    })
}
