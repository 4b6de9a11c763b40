/** Rules across several fields. */
import type { z } from 'zod'
import { isAfter } from '../clock-time.ts'
import type { Content, ContentKey } from './schema.ts'

/** Messages by field, as the panel shows them. */
export type FieldErrors = Record<string, string>

/** Messages for fields of an item, or of a section, that contradict each other. */
export function ruleErrors(key: ContentKey, value: object): FieldErrors {
  if (key !== 'events') return {}
  const { scenarioId, isPlenary, startTime, endTime } = value as Record<string, unknown>
  const endsEarly = typeof startTime === 'string' && typeof endTime === 'string' && endTime !== '' && !isAfter(endTime, startTime)
  return {
    ...(!scenarioId && !isPlenary && { scenarioId: 'Selecciona un escenario' }),
    ...(endsEarly && { endTime: 'La hora de fin debe ser posterior a la de inicio' }),
  }
}

/** Messages for an opening and a closing time of registration that contradict each other. */
export function timeErrors({ opensAt, closesAt }: Content['places']): FieldErrors {
  if (opensAt === '' || closesAt === '' || closesAt > opensAt) return {}
  return { closesAt: 'El cierre debe ser posterior a la apertura' }
}

/** A schema of items of `key` that looks at the rules too, whatever else is wrong. `defaults` are the fields that may be left out. */
export function withRules<S extends z.ZodType>(key: ContentKey, schema: S, defaults: object = {}): S {
  return schema.superRefine(
    (value, context) => {
      const errors = Object.entries(ruleErrors(key, { ...defaults, ...Object(value) }))
      for (const [field, message] of errors) context.addIssue({ code: 'custom', path: [field], message })
    },
    { when: () => true },
  )
}
