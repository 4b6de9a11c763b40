import { z } from 'zod'
import { personName } from '../fields.ts'

export const certificateByHandSchema = z.strictObject({
  role: z.enum(['speaker', 'organiser'], 'Elige ponente u organización'),
  name: personName('Escribe el nombre'),
})
