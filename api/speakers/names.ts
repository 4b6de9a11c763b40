import { z } from 'zod'
import { limits } from '../../data/limits.ts'

/** A list of ids or names of fields. */
export const names = (max: number) =>
  z.array(z.string('Escribe un texto').max(limits.shortText), 'Escribe una lista').max(max, `Máximo ${max}`)
