import { readContent } from '../content/content.ts'
import { itemDefaults, sectionDefaults } from '../content/defaults.ts'
import { type Availability, seat } from '../content/places.ts'
import { readKey } from '../content/revisions.ts'
import type { AgendaEvent } from '../content/schema.ts'
import type { Db } from '../db/db.ts'
import { readValue } from '../db/prepared.ts'
import { listedEvents, publicContent } from '../programme/public-content.ts'
import { type Span, sessionSpans } from '../programme/spans.ts'

/** `span` is null while the event's date is the default. */
export type Session = AgendaEvent & { span: Span | null }

export const hasPlaces = ({ capacity }: Pick<AgendaEvent, 'capacity'>): boolean => capacity !== null

export const readSessions = (db: Db, timeZone: string): Map<string, Session> =>
  sessionsOf(db, readKey(db, 'events').value, timeZone)

export function deletedSession(db: Db, id: string, timeZone: string): Session | undefined {
  const last = `SELECT value FROM itemVersions WHERE section = 'events' AND item = ? AND value IS NOT NULL ORDER BY id DESC LIMIT 1`
  const value = readValue<string>(db, last, id)
  if (value === undefined) return undefined
  const event: AgendaEvent = { ...itemDefaults.events, ...JSON.parse(value) }
  return sessionsOf(db, [...readKey(db, 'events').value, event], timeZone).get(id)
}

function sessionsOf(db: Db, events: AgendaEvent[], timeZone: string): Map<string, Session> {
  const [hero, event] = [readKey(db, 'hero').value, readKey(db, 'event').value]
  const isDated = hero.eventDate !== sectionDefaults.hero.eventDate
  const spans = isDated ? sessionSpans({ hero, event, events }, timeZone) : null
  return new Map(events.map((item) => [item.id, { ...item, span: spans?.get(item.id) ?? null }]))
}

export const isSessionOver = ({ span }: Session, at: string): boolean => span !== null && at >= span.end

/** Sessions that visitors may choose. */
export function openSessionIds(db: Db, sessions: ReadonlyMap<string, Session>, timeZone: string, at: string): Set<string> {
  const visible = listedEvents(publicContent(readContent(db).content, timeZone)).filter(hasPlaces)
  const isOpen = (session: Session | undefined) => session !== undefined && !isSessionOver(session, at)
  return new Set(visible.map(({ id }) => id).filter((id) => isOpen(sessions.get(id))))
}

export function overlapIn(sessions: readonly Session[]): [Session, Session] | null {
  const timed = sessions.flatMap((session) => (session.span ? [{ session, span: session.span }] : []))
  const byStart = timed.toSorted((a, b) => a.span.start.localeCompare(b.span.start))
  let lastSession = byStart[0]
  for (const next of byStart.slice(1)) {
    if (lastSession && next.span.start < lastSession.span.end) return [lastSession.session, next.session]
    if (!lastSession || next.span.end > lastSession.span.end) lastSession = next
  }
  return null
}

export function availabilityOf(session: Pick<AgendaEvent, 'capacity' | 'waitlist'>, takenCount: number): Availability {
  const answer = seat(session, takenCount)
  if (answer !== 'registered') return answer === 'waitlisted' ? 'waiting-list' : 'full'
  const { capacity } = session
  return capacity !== null && (capacity - takenCount) * 10 < capacity ? 'last-places' : 'open'
}
