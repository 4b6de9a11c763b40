import { z } from 'zod'
import { personName } from '../fields.ts'

/** Made by hand for an organiser, or for a speaker who is not in the list. */
export const certificateByHandSchema = z.strictObject({
  role: z.enum(['speaker', 'organiser'], 'Elige ponente u organización'),
  name: personName('Escribe el nombre'),
})
