/** What is sent to finish an edition of the conference and begin the next one. */
import { z } from 'zod'
import { heroSchema } from '../content/schema.ts'
import { yesOrNo } from '../fields.ts'

/** The next edition: its name and first day, and what of the one that is over it begins with. Its programme is always empty. */
export const nextEditionSchema = z.strictObject({
  name: heroSchema.shape.title,
  eventDate: heroSchema.shape.eventDate,
  keep: z.strictObject({
    speakers: yesOrNo,
    partners: yesOrNo,
    /** What the sections, the information and the rooms say. */
    texts: yesOrNo,
    /** Those who registered are kept in a file for administrators, or erased once the end cannot be undone. */
    registrations: z.enum(['apart', 'erase'], 'Elige apartar o borrar'),
  }),
})

export type NextEdition = z.infer<typeof nextEditionSchema>

/**
 * An edition that is over. `people` registered for it and are kept apart, until `deletedAt` where the privacy settings said so; times
 * are ISO 8601 in UTC. Its page is at `/{year}/`.
 */
export type Edition = {
  year: string
  name: string
  eventDate: string
  finishedAt: string
  people: number
  erasesPeople: boolean
  deletedAt: string | null
  /** Until when its end can be undone; null for one that is not the last one, or once an organiser saved something. */
  undoUntil: string | null
}
