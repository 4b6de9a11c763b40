import { z } from 'zod'
import { chosenIds, email, optional, pageFields, personName, yesOrNo } from '../fields.ts'
import { limits, questionLimits } from '../limits.ts'
import type { Answer } from './answers/answers.ts'

export const trapMessage = 'Este campo debe quedar vacío: lo llenó tu navegador o un programa. Ya lo vaciamos: envía otra vez.'

const answer = z.union(
  [z.string(), z.array(z.string()), z.boolean(), z.number(), z.null()],
  'Escribe un texto, una lista, un número, o true o false',
)

/** `checkAnswers` compares answers with the questions. `maxLength` is for the limits of request bodies. JSON Schema ignores it for objects. */
const answers = z
  .record(z.string().max(limits.label), answer, 'Escribe las respuestas por pregunta')
  .refine((record) => Object.keys(record).length <= limits.columns, 'Son demasiadas respuestas')
  .meta({ description: 'Answers by the id of their question', maxLength: questionLimits.answers })

/** `reserved` is a hidden field, so only bots fill it in. `website` was its former name and is ignored. */
export const registrationSchema = z.strictObject({
  name: personName('Escribe tu nombre'),
  email,
  company: optional(limits.shortText).optional(),
  position: optional(limits.shortText).optional(),
  phone: optional(limits.phone).optional(),
  acceptsMarketing: yesOrNo.optional(),
  comments: optional(limits.comments).optional(),
  answers: answers.optional(),
  reserved: z.string('Escribe un texto').max(0, trapMessage).optional(),
  website: optional(limits.url).optional(),
})

export const recoverySchema = z.strictObject({ email })

export const staffFieldsSchema = registrationSchema.omit({ reserved: true, website: true, comments: true }).extend({
  name: personName('Escribe el nombre'),
  notes: optional(limits.comments).optional(),
  /** The export of a person's data contains this note. */
  staffNotes: optional(limits.longText).optional(),
  isConfirmed: yesOrNo.optional(),
})

const over = yesOrNo.optional()

export const seatSchema = z.strictObject({ over })

export const handRegistrationSchema = staffFieldsSchema.extend({ seat: yesOrNo.optional(), over })

export const registrationChangeSchema = staffFieldsSchema
  .extend({ status: z.enum(['registered', 'waitlisted', 'cancelled'], 'Estado desconocido') })
  .partial()
  .refine((change) => Object.keys(change).length > 0, 'No hay nada que cambiar')

export const mergeableFields = [
  'name',
  'email',
  'company',
  'position',
  'phone',
  'acceptsMarketing',
  'notes',
  'staffNotes',
  'isConfirmed',
] as const

const registrationId = z.string('Escribe un texto').max(limits.id, `Máximo ${limits.id} caracteres`)

export const mergeSchema = z
  .strictObject({
    keep: registrationId,
    other: registrationId,
    take: z
      .array(
        z.union(
          [
            z.enum(mergeableFields),
            z
              .string()
              .max(2 * limits.label)
              .regex(/^answers\../),
          ],
          'Campo desconocido',
        ),
        'Escribe una lista',
      )
      .max(mergeableFields.length + limits.columns),
  })
  .refine(({ keep, other }) => keep !== other, { path: ['other'], error: 'Elige dos registros distintos' })

export const differentSchema = z
  .strictObject({ a: registrationId, b: registrationId, isDifferent: yesOrNo })
  .refine(({ a, b }) => a !== b, { path: ['b'], error: 'Elige dos registros distintos' })

export const confirmationSchema = z.strictObject({ ids: chosenIds, isConfirmed: yesOrNo })

export const chosenExportSchema = z.strictObject({ ids: chosenIds })

export const ownChangeSchema = z
  .strictObject({
    name: personName('Escribe tu nombre'),
    company: optional(limits.shortText),
    position: optional(limits.shortText),
    phone: optional(limits.phone),
  })
  .partial()

export const ownNameSchema = ownChangeSchema.pick({ name: true }).strip()

/** Mail programs send `List-Unsubscribe` (RFC 8058). */
export const remindersSchema = z.object({ wanted: z.string(), 'List-Unsubscribe': z.literal('One-Click') }).partial()

const filterSchema = z.strictObject({
  search: z.string().trim().max(limits.shortText, `Máximo ${limits.shortText} caracteres`).optional(),
  status: z
    .enum(['all', 'confirmed', 'pending', 'registered', 'waitlisted', 'cancelled', 'arrived', 'missing'], 'Estado desconocido')
    .optional(),
  sort: z.enum(['name', 'date', 'state'], 'Orden desconocido').optional(),
  order: z.enum(['asc', 'desc'], 'Orden desconocido').optional(),
  /** An empty value finds people without an answer. */
  answer: z
    .record(z.string().regex(/^[\w-]{1,100}$/), z.string().max(questionLimits.long, `Máximo ${questionLimits.long} caracteres`))
    .optional(),
  ...pageFields,
})

const answerParameter = 'answer.'

/** Collects the query parameters `answer.{id}` in one record. */
export const registrationFilterSchema = z.preprocess((query) => {
  const isAnswer = ([name]: [string, unknown]) => name.startsWith(answerParameter)
  const fields = Object.entries<unknown>(Object(query))
  const answers = fields.filter(isAnswer).map(([name, value]) => [name.slice(answerParameter.length), value])
  const others = Object.fromEntries(fields.filter((field) => !isAnswer(field)))
  return answers.length > 0 ? { ...others, answer: Object.fromEntries(answers) } : others
}, filterSchema) as unknown as typeof filterSchema

export const answerCountsSchema = filterSchema.pick({ status: true })

export const trashPageSchema = z.strictObject(pageFields)
export type RegistrationFields = z.infer<typeof registrationSchema>
export type RegistrationFilter = z.infer<typeof registrationFilterSchema> & { ids?: readonly string[] }
export type HandRegistration = z.infer<typeof handRegistrationSchema>
export type RegistrationChange = z.infer<typeof registrationChangeSchema>
export type Merge = z.infer<typeof mergeSchema>
export type OwnChange = z.infer<typeof ownChangeSchema>

export type RegistrationStatus = 'registered' | 'waitlisted' | 'cancelled'

export type Registration = {
  id: string
  name: string
  email: string
  company: string
  position: string
  phone: string
  acceptsMarketing: boolean
  consentText: string | null
  consentDate: string | null
  registrationDate: string
  isConfirmed: boolean
  notes: string
  staffNotes: string
  status: RegistrationStatus
  arrivedAt: string | null
  door: string | null
  isWalkIn: boolean
  importedFrom: string
  unconfirmedAt: string | null
  /** After a seat was passed on, its new owner's name (`passedTo`) or former owner's name (`passedFrom`). Empty after an erasure. */
  passedTo: string
  passedFrom: string
  placeLink: string
  /** Answers by question id. */
  answers: Record<string, Answer>
  /** The texts of the questions when they were answered. */
  questionTexts: Record<string, string>
}
