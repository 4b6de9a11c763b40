import { z } from 'zod'
import { email, optional, required, yesOrNo } from '../fields.ts'
import { limits } from '../limits.ts'
import type { RegistrationStatus } from '../registrations/schema.ts'
import type { DoorSeat, DoorSession } from '../seats/schema.ts'

export const doorId = z
  .string('Escribe un texto')
  .trim()
  .min(1, 'Escribe un texto')
  .max(limits.doorId, `Máximo ${limits.doorId} caracteres`)

/** `at` is the time on the phone's clock. Adding `offset` (milliseconds) corrects it. */
const at = z.iso.datetime({ offset: true, error: 'Escribe una fecha ISO 8601' })
const offset = z
  .number('Escribe un número')
  .int('Escribe un número entero')
  .min(-limits.doorOffset, 'Demasiado')
  .max(limits.doorOffset, 'Demasiado')
  .optional()

const sentAt = at.optional()

export const phoneTime = { at: at.optional(), offset, sentAt }

const door = optional(limits.doorName).optional()

const device = {
  name: optional(limits.doorName).optional(),
  unsent: z.coerce
    .number('Escribe un número')
    .int('Escribe un número entero')
    .min(0, 'Mínimo 0')
    .max(1_000_000, 'Demasiado')
    .optional(),
}

/** `undo` is the id of the arrival to undo, or true for all arrivals until `at`. */
const arrivalSchema = z.strictObject({
  id: doorId,
  registration: doorId,
  at,
  offset,
  door,
  undo: z.union([yesOrNo, doorId], 'Elige sí o no, o escribe el id de una llegada').optional(),
  /** The session. Missing at the conference's door. */
  session: doorId.optional(),
})

export const arrivalsSchema = z.strictObject({
  device: doorId,
  ...device,
  sentAt,
  arrivals: z
    .array(
      arrivalSchema.extend({ seq: z.number('Escribe un número').int('Escribe un número entero').optional() }),
      'Escribe una lista',
    )
    .max(limits.listed, `Máximo ${limits.listed}`),
})

export const walkInSchema = z.strictObject({
  id: z.uuid('Escribe un UUID').toLowerCase(),
  name: required(limits.shortText, 'Escribe el nombre'),
  email: z
    .union([z.literal(''), email])
    .nullable()
    .optional(),
  company: optional(limits.shortText).optional(),
  at,
  offset,
  sentAt,
  door,
  device: doorId.optional(),
})

export const doorListSchema = z.strictObject({
  since: z.string().max(100, 'Máximo 100 caracteres').optional(),
  device: doorId.optional(),
  ...device,
})

export type Arrival = z.infer<typeof arrivalSchema>
export type WalkIn = z.infer<typeof walkInSchema>

/** `former` has the tickets and ids of registrations merged into this one. */
export type DoorPerson = {
  id: string
  name: string
  company: string
  status: RegistrationStatus
  arrivedAt: string | null
  door: string | null
  ticket: string
  former?: string[]
  answers?: string[]
  sessions?: DoorSeat[]
  /** The person lost their seat because they did not answer. */
  isUnconfirmed?: true
  isPassedOn?: true
}

export type DoorPlaces = { capacity: number; start: string }

/** If `isWhole`, `people` replaces the phone's list. `keepUntil` is three days after the event. */
export type DoorList = {
  cursor: string
  isWhole: boolean
  now: string
  keepUntil: string | null
  sessions: DoorSession[]
  /** Missing if nobody can lose their seat. */
  places?: DoorPlaces
  people: DoorPerson[]
  gone: string[]
}

export type CountedArrival = { at: string; door: string }

/** 'unknown': not a registration, or a walk-in that its phone has not sent yet. */
export type DoorAnswer = {
  registration: string
  status: RegistrationStatus | 'erased' | 'unknown'
  arrivedAt: string | null
  door: string | null
  doubles?: CountedArrival[]
  sessions?: DoorSeat[]
  mergedInto?: string
}

/** `expected` does not count walk-ins. `doublesCount` counts people with several arrivals, and `doublesSeen` lists the latest. */
export type DoorSummary = {
  expected: number
  arrived: number
  walkIns: number
  missing: number
  byDoor: { door: string; count: number }[]
  byQuarter: { at: string; count: number }[]
  doublesCount: number
  doublesSeen: { registration: string; name: string; at: string[]; doors: string[] }[]
}

export type DoorDevice = {
  id: string
  name: string
  userName: string | null
  sinceAt: string
  lastSeenAt: string
  unsent: number
  sent: number
  endedAt: string | null
  toldAt: string | null
  droppedAt: string | null
}

export type DoorAccount = { id: string; name: string | null; sent: number; droppedAt: string | null }

export type DoorDropped = { events: number; people: number }
