import { z } from 'zod'
import { email } from '../fields.ts'
import { trapMessage } from '../registrations/schema.ts'

/** `reserved` is a hidden field, so only bots fill it in. */
export const alertSchema = z.strictObject({ email, reserved: z.string('Escribe un texto').max(0, trapMessage).optional() })
