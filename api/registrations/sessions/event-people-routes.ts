import { stringify } from 'csv-stringify/sync'
import { type Context, Hono } from 'hono'
import type { Db } from '../../../data/db/db.ts'
import { escapeFormula } from '../../../data/formulas.ts'
import { countsOfSession, peopleOfSession } from '../../../data/seats/people.ts'
import { currentUser } from '../../accounts/guard.ts'
import { recorded } from '../../activity/record.ts'
import { quoting } from '../../export/csv.ts'
import { setCounts } from '../../http/counts.ts'
import type { Env } from '../../http/env.ts'
import { problem } from '../../http/errors.ts'
import { fromPanel } from '../../http/same-origin.ts'

type Needs = { db: Db; config: { timeZone: string; publicOrigin: string } }

const statuses = { seated: 'Con lugar', waiting: 'En lista de espera' }

export function eventPeopleRoutes({ db, config }: Needs) {
  const counted = (c: Context<Env>, event: string): boolean => {
    const counts = countsOfSession(db, event)
    if (counts) setCounts(c, counts)
    return counts !== null
  }
  return new Hono<Env>()
    .get('/:id/people', (c) => {
      const event = c.req.param('id')
      if (!counted(c, event)) return problem(c, 404)
      return c.json(
        peopleOfSession(db, event).map(({ email: _, ...person }) => person),
        200,
      )
    })
    .get('/:id/people.csv', fromPanel({ config }), (c) => {
      const event = c.req.param('id')
      if (!counted(c, event)) return problem(c, 404)
      const people = recorded(db, currentUser(c), { action: 'registrations-exported' }, () => peopleOfSession(db, event))
      return c.body(csvOf(people, config.timeZone), 200, {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': 'attachment; filename="personas_sesion.csv"',
      })
    })
}

function csvOf(people: ReturnType<typeof peopleOfSession>, timeZone: string): string {
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  const timeOf = (at: string | null) => (at === null ? '' : clock.format(Date.parse(at)).replace(',', ''))
  const rows = people.map(({ name, email, status, since, arrivedAt }) => [
    escapeFormula(name),
    escapeFormula(email),
    statuses[status],
    timeOf(since),
    timeOf(arrivedAt),
  ])
  return stringify([['Nombre', 'Email', 'Estado', 'Desde', 'Llegó'], ...rows], {
    ...quoting,
    bom: true,
  })
}
