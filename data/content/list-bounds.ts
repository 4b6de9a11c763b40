import { z } from 'zod'
import { withSizeLimit } from '../fields.ts'
import { limits } from '../limits.ts'
import type { FieldErrors } from './rules.ts'
import type { CollectionKey } from './schema.ts'

const daysMessage = `El programa puede tener ${limits.days} días`
const amountMessage = (key: CollectionKey) => `Caben ${limits.lists[key]} en la lista`
const bytesMessage = (key: CollectionKey) => `Los textos de esta lista suman más de ${limits.listKilobytes[key]} KB: acórtalos`

/** Fields at which a form reports that the list has too many items (`amount`) or too much text (`bytes`). */
const fields: Record<CollectionKey, { amount: string; bytes: string }> = {
  speakers: { amount: 'name', bytes: 'bio' },
  scenarios: { amount: 'name', bytes: 'description' },
  events: { amount: 'title', bytes: 'description' },
  partners: { amount: 'name', bytes: 'website' },
  info: { amount: 'title', bytes: 'text' },
  questions: { amount: 'label', bytes: 'help' },
}

const daysIn = (items: readonly object[]) => new Set(items.map((item) => (item as { day?: string }).day ?? '')).size
const bytesIn = (items: readonly object[]) => Buffer.byteLength(JSON.stringify(items))

export function boundErrors(key: CollectionKey, before: readonly object[], after: readonly object[]): FieldErrors {
  const { amount, bytes } = fields[key]
  const grewBeyond = (of: (items: readonly object[]) => number, limit: number) => of(after) > limit && of(after) > of(before)
  return {
    ...(grewBeyond((items) => items.length, limits.lists[key]) && { [amount]: amountMessage(key) }),
    ...(key === 'events' && grewBeyond(daysIn, limits.days) && { day: daysMessage }),
    ...(grewBeyond(bytesIn, limits.listKilobytes[key] * 1024) && { [bytes]: bytesMessage(key) }),
  }
}

export function boundedList<S extends z.ZodType>(key: CollectionKey, item: S) {
  const limit = limits.lists[key]
  const list = z.array(item).max(limit, amountMessage(key))
  const bounded = withSizeLimit(list, limit, amountMessage(key))
  if (key !== 'events') return bounded
  return bounded.refine((items) => daysIn(items as object[]) <= limits.days, daysMessage)
}
