/** What is sent about constancias. */
import { z } from 'zod'
import { personName } from '../fields.ts'

/** One that is made by hand: of an organiser, or of a speaker whom the list has not. */
export const certificateByHandSchema = z.strictObject({
  role: z.enum(['speaker', 'organiser'], 'Elige ponente u organización'),
  name: personName('Escribe el nombre'),
})
