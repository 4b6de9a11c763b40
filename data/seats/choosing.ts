import type { SessionMail } from '../content/mail-texts.ts'
import type { Db } from '../db/db.ts'
import { inTransaction, prepared } from '../db/prepared.ts'
import type { Recipient } from '../mail/outbox.ts'
import type { ChosenSession } from './schema.ts'
import { dropSeat, fillSessions, isFull, mailedSession, type SeatChange, seatsOf, takeSeat } from './seats.ts'
import { hasPlaces, isSessionOver, openSessionIds, overlapIn, readSessions, type Session } from './sessions.ts'

export type ChoiceOutcome =
  | { outcome: 'stored' }
  | { outcome: 'missing' | 'no-place' | 'unknown' }
  | { outcome: 'overlap' | 'full'; titles: string[] }

type Choice = { by: 'own' | 'staff'; over?: boolean }

type Person = Recipient & { place: string }

/** `ids` is the complete new choice. With `by: 'own'`, sessions that the person cannot change (ended or hidden) also stay chosen. */
export function chooseSessions(
  db: Db,
  registration: string,
  ids: readonly string[],
  change: SeatChange,
  { by, over = false }: Choice,
): ChoiceOutcome {
  return inTransaction(db, () => {
    const person = prepared<Person>(db, 'SELECT id, email, name, status AS place FROM registrations WHERE id = ?').get(
      registration,
    )
    if (!person) return { outcome: 'missing' }
    if (person.place !== 'registered') return { outcome: 'no-place' }
    const all = readSessions(db, change.timeZone)
    const sessionOf = (id: string) => [all.get(id)].filter((session) => session !== undefined).find(hasPlaces)
    const openIds = by === 'own' ? openSessionIds(db, all, change.timeZone, change.at) : null
    const mayChange = (id: string) => (openIds ? openIds.has(id) : sessionOf(id) !== undefined)
    const before = seatsOf(db, registration).filter(({ status }) => status !== 'none')
    const beforeIds = new Set(before.map(({ event }) => event))
    const chosenIds = new Set([...ids, ...[...beforeIds].filter((id) => !mayChange(id))])
    const added = [...chosenIds].filter((id) => !beforeIds.has(id))
    if (added.some((id) => !mayChange(id))) return { outcome: 'unknown' }
    const chosen = [...chosenIds].flatMap((id) => sessionOf(id) ?? [])
    const isHidden = (session: Session) => openIds !== null && !openIds.has(session.id) && !isSessionOver(session, change.at)
    const overlap = overlapIn(chosen.filter((session) => !isHidden(session)))
    if (overlap) return { outcome: 'overlap', titles: overlap.map(({ title }) => title) }
    const addedSessions = added.flatMap((id) => sessionOf(id) ?? [])
    const full = over ? [] : addedSessions.filter((session) => isFull(db, session))
    if (full.length > 0) return { outcome: 'full', titles: full.map(({ title }) => title) }
    const leftSessions = before.filter(({ event }) => !chosenIds.has(event)).flatMap(({ event }) => sessionOf(event) ?? [])
    const waitedFor = before.filter(({ status }) => status === 'waiting').map(({ event }) => event)
    const promoted = over ? chosen.filter(({ id }) => waitedFor.includes(id)) : []
    store(db, person, { added: addedSessions, promoted, leftSessions }, change, { by, over })
    return { outcome: 'stored' }
  })
}

type Plan = Record<'added' | 'promoted' | 'leftSessions', Session[]>

function store(
  db: Db,
  person: Person,
  { added, promoted, leftSessions }: Plan,
  change: SeatChange,
  { by, over }: Required<Choice>,
): void {
  const { at, queueMail } = change
  const mails: [SessionMail, Session[]][] = []
  const statuses = new Map([...added, ...promoted].map((session) => [session, takeSeat(db, person.id, session, at, over)]))
  mails.push(['session-place', added.filter((session) => statuses.get(session) === 'seated')])
  mails.push(['session-waiting', added.filter((session) => statuses.get(session) === 'waiting')])
  mails.push(['session-promoted', promoted])
  if (by === 'staff') mails.push(['session-lost', leftSessions])
  for (const { id } of leftSessions) dropSeat(db, person.id, id)
  for (const [kind, sessions] of mails)
    if (sessions.length > 0) queueMail?.(kind, person, at, { sessions: sessions.map(mailedSession) })
  if (leftSessions.length > 0) fillSessions(db, change)
}

export function chosenSessions(db: Db, registration: string, timeZone: string): ChosenSession[] {
  const sessions = readSessions(db, timeZone)
  const chosen = seatsOf(db, registration).flatMap(({ event, status, since, arrivedAt }) => {
    const session = sessions.get(event)
    return session && status !== 'none' ? [{ session, seat: { id: event, title: session.title, status, since, arrivedAt } }] : []
  })
  const startOf = ({ span, startTime }: Session) => span?.start ?? startTime
  return chosen.toSorted((a, b) => startOf(a.session).localeCompare(startOf(b.session))).map(({ seat }) => seat)
}
