import type { z } from 'zod'
import { isAfter } from '../clock-time.ts'
import { answerHours } from '../limits.ts'
import type { Content, ContentKey, Question } from './schema.ts'

export type FieldErrors = Record<string, string>

export function ruleErrors(key: ContentKey, value: object): FieldErrors {
  if (key === 'questions') return optionErrors(value as Partial<Question>)
  if (key !== 'events') return {}
  const { scenarioId, isPlenary, startTime, endTime } = value as Record<string, unknown>
  const endsEarly = typeof startTime === 'string' && typeof endTime === 'string' && endTime !== '' && !isAfter(endTime, startTime)
  return {
    ...(!scenarioId && !isPlenary && { scenarioId: 'Selecciona un escenario' }),
    ...(endsEarly && { endTime: 'La hora de fin debe ser posterior a la de inicio' }),
  }
}

const optionErrors = ({ kind, options }: Partial<Question>): FieldErrors =>
  (kind === 'choice' || kind === 'choices') && Array.isArray(options) && options.length < 2
    ? { options: 'Escribe al menos dos respuestas' }
    : {}

export function timeErrors({ opensAt, closesAt, confirmBy, askDays }: Content['places']): FieldErrors {
  const hasOrder = opensAt === '' || closesAt === '' || closesAt > opensAt
  const longestHours = Math.max(0, ...askDays) * 24
  const isAsked = confirmBy === null || longestHours >= confirmBy + answerHours
  return {
    ...(!hasOrder && { closesAt: 'El cierre debe ser posterior a la apertura' }),
    ...(!isAsked && { askDays: `Escribe un día que deje al menos ${answerHours} horas para contestar` }),
  }
}

/** Rules run even if the schema fails, so that a form shows all errors at once. `defaults` fill omitted fields. */
export function withRules<S extends z.ZodType>(key: ContentKey, schema: S, defaults: object = {}): S {
  return schema.superRefine(
    (value, context) => {
      const errors = Object.entries(ruleErrors(key, { ...defaults, ...Object(value) }))
      for (const [field, message] of errors) context.addIssue({ code: 'custom', path: [field], message })
    },
    { when: () => true },
  )
}
