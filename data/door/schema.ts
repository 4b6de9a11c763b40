/** What phones at the door send and get. */
import { z } from 'zod'
import { email, optional, required, yesOrNo } from '../fields.ts'
import { limits } from '../limits.ts'
import type { RegistrationStatus } from '../registrations/schema.ts'

const id = z.string('Escribe un texto').trim().min(1, 'Escribe un texto').max(limits.doorId, `Máximo ${limits.doorId} caracteres`)

/** An instant by a phone's clock, and the milliseconds by which that clock was behind the server's. */
const at = z.iso.datetime({ offset: true, error: 'Escribe una fecha ISO 8601' })
const offset = z
  .number('Escribe un número')
  .int('Escribe un número entero')
  .min(-limits.doorOffset, 'Demasiado')
  .max(limits.doorOffset, 'Demasiado')
  .optional()

/** The phone's clock as it sends: with `at` it says how long ago an event was. */
const sentAt = at.optional()

const door = optional(limits.doorName).optional()

/** How a phone calls itself, and how many events it has still to send. */
const device = {
  name: optional(limits.doorName).optional(),
  unsent: z.coerce
    .number('Escribe un número')
    .int('Escribe un número entero')
    .min(0, 'Mínimo 0')
    .max(1_000_000, 'Demasiado')
    .optional(),
}

/** What a phone saw. With `undo` it takes back: one arrival, or an undo, by its id, or with true all of the person until `at`. */
const arrivalSchema = z.strictObject({
  id,
  registration: id,
  at,
  offset,
  door,
  undo: z.union([yesOrNo, id], 'Elige sí o no, o escribe el id de una llegada').optional(),
})

/** `seq` numbers a phone's events; nothing depends on it here. */
export const arrivalsSchema = z.strictObject({
  device: id,
  ...device,
  sentAt,
  arrivals: z
    .array(
      arrivalSchema.extend({ seq: z.number('Escribe un número').int('Escribe un número entero').optional() }),
      'Escribe una lista',
    )
    .max(limits.listed, `Máximo ${limits.listed}`),
})

/** Somebody who comes unregistered, by the id that the phone made for them: a UUID. */
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
  device: id.optional(),
})

/** `since` is the cursor of the list that a phone has; with `device` it is noted who holds the list. */
export const doorListSchema = z.strictObject({
  since: z.string().max(100, 'Máximo 100 caracteres').optional(),
  device: id.optional(),
  ...device,
})

export type Arrival = z.infer<typeof arrivalSchema>
export type WalkIn = z.infer<typeof walkInSchema>

/**
 * One who is expected, as phones hold them; `ticket` is the SHA-256 of the token in their code, in hex. `former` are the tickets, and the
 * ids on badges, of those who were merged into them.
 */
export type DoorPerson = {
  id: string
  name: string
  company: string
  status: RegistrationStatus
  arrivedAt: string | null
  door: string | null
  ticket: string
  former?: string[]
}

/**
 * The list, or what changed in it. `isWhole`: it replaces what the phone has, for its cursor is not of this list. `gone` are ids of
 * who is not in it any more; `now` is the server's clock, and `keepUntil` when phones wipe it, three days after the event (ISO
 * 8601 in UTC; null without a date).
 */
export type DoorList = {
  cursor: string
  isWhole: boolean
  now: string
  keepUntil: string | null
  people: DoorPerson[]
  gone: string[]
}

/** One of several arrivals of the same person. */
export type CountedArrival = { at: string; door: string }

/**
 * How somebody stands after what was sent. 'erased': they were in the list and are not any more; 'unknown': they never were, or a
 * walk-in that is still to come. `mergedInto`: they are in the list as this other one. `doubles` are all arrivals, where more
 * than one counts.
 */
export type DoorAnswer = {
  registration: string
  status: RegistrationStatus | 'erased' | 'unknown'
  arrivedAt: string | null
  door: string | null
  doubles?: CountedArrival[]
  mergedInto?: string
}

/**
 * `expected` have a place and registered before; `arrived` came, `walkIns` of them unregistered; `missing` have a place and did not.
 * `byQuarter` holds quarters of an hour with arrivals.
 */
export type DoorSummary = {
  expected: number
  arrived: number
  walkIns: number
  missing: number
  byDoor: { door: string; count: number }[]
  byQuarter: { at: string; count: number }[]
  doublesSeen: { registration: string; name: string; at: string[]; doors: string[] }[]
}

/**
 * A phone that holds the list; times are ISO 8601 in UTC. `sent` counts its events; `toldAt`: when it was told that it is ended;
 * `droppedAt`: when an administrator dropped all that it sent.
 */
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

/** An account with events at the door; `droppedAt` as of a phone. `name` is null if the account was deleted. */
export type DoorAccount = { id: string; name: string | null; sent: number; droppedAt: string | null }

/** The number of events that were dropped or brought back, and of walk-ins that went to the trash or came back with them. */
export type DoorDropped = { events: number; people: number }
