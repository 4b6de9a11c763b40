import { z } from 'zod'
import { heroSchema } from '../content/schema.ts'
import { yesOrNo } from '../fields.ts'

export const nextEditionSchema = z.strictObject({
  name: heroSchema.shape.title,
  eventDate: heroSchema.shape.eventDate,
  keep: z.strictObject({
    speakers: yesOrNo,
    partners: yesOrNo,
    texts: yesOrNo,
    /** 'erase' deletes people only when finishing can no longer be undone. */
    registrations: z.enum(['apart', 'erase'], 'Elige apartar o borrar'),
  }),
})

export type NextEdition = z.infer<typeof nextEditionSchema>

export type Edition = {
  year: string
  name: string
  eventDate: string
  finishedAt: string
  people: number
  /** Counts people with a seat, not walk-ins. Null if nobody was scanned, or if the people were erased. */
  attendance: { seats: number; arrived: number } | null
  erasesPeople: boolean
  deletedAt: string | null
  /** Null if finishing can no longer be undone. */
  undoUntil: string | null
}
