import { z } from 'zod'
import { email, personName } from '../fields.ts'

export const transferSchema = z.strictObject({ name: personName('Escribe el nombre'), email })

export type TransferFields = z.infer<typeof transferSchema>
