import { z } from 'zod'
import { yesOrNo } from '../fields.ts'
import { limits } from '../limits.ts'

const sessionIds = z
  .array(z.string('Escribe un texto').max(limits.id, `Máximo ${limits.id} caracteres`), 'Escribe una lista')
  .max(limits.chosenSessions, `Máximo ${limits.chosenSessions}`)

export const sessionsSchema = z.strictObject({ sessions: sessionIds, over: yesOrNo.optional() })

export const sessionsFormSchema = z.strictObject({
  session: z.preprocess((value) => (value === undefined ? [] : [value].flat()), sessionIds),
})

export type SeatStatus = 'seated' | 'waiting'

/** `since` is the time of the seat, or when the person began to wait. */
export type SessionPerson = { id: string; name: string; status: SeatStatus; since: string; arrivedAt: string | null }

export type SessionCounts = { seated: number; waiting: number; arrived: number; free: number | null }

export type ChosenSession = { id: string; title: string; status: SeatStatus; since: string; arrivedAt: string | null }

/** `none`: the person came without a seat. */
export type DoorSeat = { id: string; status: SeatStatus | 'none'; arrivedAt: string | null }

/** Times are ISO 8601 in UTC, `releaseAfter` is in minutes. */
export type DoorSession = {
  id: string
  title: string
  room: string
  start: string
  end: string
  capacity: number
  releaseAfter: number | null
}
