import { Hono } from 'hono'
import { readContent } from '../../data/content/content.ts'
import type { Db } from '../../data/db/db.ts'
import { type doorSpanNow, doorStateAt } from '../../data/door/open.ts'
import { type DoorRoom, roomReportSchema, storeRoomReport } from '../../data/door/rooms.ts'
import { fullSessionsNow } from '../../data/live/full-sessions.ts'
import { movesNow } from '../../data/live/moves.ts'
import { publicContent } from '../../data/programme/public-content.ts'
import { sessionSpans } from '../../data/programme/spans.ts'
import { dayMs } from '../../data/time.ts'
import { currentUser } from '../accounts/guard.ts'
import { recorded } from '../activity/record.ts'
import type { Env } from '../http/env.ts'
import { problem, problemWithRetry } from '../http/errors.ts'
import { invalidFields, validate } from '../http/validate.ts'
import { phoneMessages } from './phone-contact.ts'

const tooManyReports = 'Esta cuenta ya avisó demasiadas veces hoy de salas llenas. Inténtalo más tarde.'
const sessionOver = 'Esa sesión ya terminó.'

type Needs = { db: Db; config: { timeZone: string }; span: ReturnType<typeof doorSpanNow> }

/** These calls only store reports. The job in page-watch.ts publishes full rooms in /ahora.json. */
export function doorRoomRoutes({ db, config, span }: Needs) {
  const fullSessions = fullSessionsNow(db, movesNow(db, config.timeZone))
  return new Hono<Env>()
    .get('/rooms', (c) => c.json(roomsAt(db, config.timeZone, Date.now(), fullSessions), 200))
    .put('/rooms', validate('json', roomReportSchema), (c) => {
      const report = c.req.valid('json')
      const receivedAt = new Date().toISOString()
      const content = publicContent(readContent(db).content, config.timeZone)
      if (!content.events.some(({ id }) => id === report.event))
        return invalidFields(c, { event: 'Esa sesión no está en la agenda' })
      const state = doorStateAt(span(), receivedAt)
      if (state !== 'open') return problem(c, 409, phoneMessages[state])
      const session = sessionSpans(content, config.timeZone).get(report.event)
      if (!session || Date.parse(session.end) <= Date.parse(receivedAt)) return problem(c, 409, sessionOver)
      const user = currentUser(c)
      const sender = { device: report.device ?? '', by: user.id, receivedAt }
      const seconds = recorded(db, user, null, () => storeRoomReport(db, report, sender))
      if (seconds > 0) return problemWithRetry(c, 429, tooManyReports, seconds)
      return c.json({ event: report.event, isFull: fullSessions(Date.parse(receivedAt)).includes(report.event) }, 200)
    })
}

/** Returns the sessions that have not ended and start within a day, ordered by their start. */
function roomsAt(db: Db, timeZone: string, atMs: number, fullSessions: (atMs: number) => string[]): DoorRoom[] {
  const content = publicContent(readContent(db).content, timeZone)
  const spans = sessionSpans(content, timeZone)
  const names = new Map(content.scenarios.map(({ id, name }) => [id, name]))
  const full = new Set(fullSessions(atMs))
  const rooms = content.events.flatMap(({ id, title, scenarioId }): DoorRoom[] => {
    const span = spans.get(id)
    if (!span || Date.parse(span.end) <= atMs || Date.parse(span.start) > atMs + dayMs) return []
    return [{ event: id, title, room: names.get(scenarioId) ?? '', ...span, isFull: full.has(id) }]
  })
  return rooms.toSorted((a, b) => a.start.localeCompare(b.start) || a.room.localeCompare(b.room))
}
