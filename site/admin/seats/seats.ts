import type { ChosenSession, SeatStatus, SessionCounts, SessionPerson } from '../../../data/seats/schema.ts'
import { attempt } from '../calls/attempt.ts'
import { ApiError, api, ok } from '../calls/client.ts'
import { createLoaded } from '../calls/loaded.ts'
import { countIn } from '../calls/paging.ts'

export const seatNames: Record<SeatStatus, string> = { seated: 'Con lugar', waiting: 'En espera' }

type People = { people: SessionPerson[]; counts: Omit<SessionCounts, 'free'> }

export const createPeopleOf = (event: string) =>
  createLoaded<People>(async () => {
    const response = await ok(api.agenda.events[':id'].people.$get({ param: { id: event } }))
    const count = countIn(response)
    const counts = { seated: count('seated'), waiting: count('waiting'), arrived: count('arrived') }
    return { people: await response.json(), counts }
  })

export const createSessionsOf = (registration: string) =>
  createLoaded<ChosenSession[]>(async () =>
    (await ok(api.registrations[':id'].sessions.$get({ param: { id: registration } }))).json(),
  )

type Choice = { sessions: string[]; over?: boolean }

/** Returns false if the choice was refused. */
export const saveSessions = ({ id, name }: { id: string; name: string }, choice: Choice): Promise<boolean> =>
  attempt('No se guardaron las sesiones', async () => {
    await ok(api.registrations[':id'].sessions.$put({ param: { id }, json: choice })).catch(namingSessions)
    return { title: 'Sesiones guardadas', text: name }
  })

/** Throws an error with the message of the field `sessions`, which names the two sessions that overlap. */
function namingSessions(error: unknown): never {
  const message = error instanceof ApiError && error.body?.fields?.sessions
  if (!message) throw error
  throw new ApiError(422, JSON.stringify({ error: message }), '')
}
