import { z } from 'zod'
import { required } from '../fields.ts'
import { limits } from '../limits.ts'

const instantMessage = 'Escribe un día y una hora válidos, antes del año 2100'

const until = z.iso
  .datetime({ offset: true, error: instantMessage })
  .transform((text) => new Date(text).toISOString())
  .refine((at) => /^20\d\d-/.test(at), instantMessage)

export const placeLinkSchema = z.strictObject({
  label: required(limits.label, 'Escribe para quién es'),
  places: z.int('Escribe un número entero').min(1, 'Mínimo 1').max(limits.capacity, `Máximo ${limits.capacity}`),
  until,
})

export const placeLinkChangeSchema = placeLinkSchema
  .partial()
  .refine((change) => Object.keys(change).length > 0, 'No hay nada que cambiar')

export type PlaceLinkFields = z.infer<typeof placeLinkSchema>

export type PlaceLinkChange = z.infer<typeof placeLinkChangeSchema>
