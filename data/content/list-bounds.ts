/** How much a list may hold, so that work with it stays within what one call may cost. Pure functions: the caller reads and writes. */
import { z } from 'zod'
import { countedFirst } from '../fields.ts'
import { limits } from '../limits.ts'
import type { FieldErrors } from './rules.ts'
import type { CollectionKey } from './schema.ts'

const daysMessage = `El programa puede tener ${limits.days} días`
const amountMessage = (key: CollectionKey) => `Caben ${limits.lists[key]} en la lista`
const bytesMessage = (key: CollectionKey) => `Los textos de esta lista suman más de ${limits.listKilobytes[key]} KB: acórtalos`

/** Where the panel shows what is wrong with a whole list: at a field of the item that was saved. */
const fields: Record<CollectionKey, { amount: string; bytes: string }> = {
  speakers: { amount: 'name', bytes: 'bio' },
  scenarios: { amount: 'name', bytes: 'description' },
  events: { amount: 'title', bytes: 'description' },
  partners: { amount: 'name', bytes: 'website' },
  info: { amount: 'title', bytes: 'text' },
}

const daysIn = (items: readonly object[]) => new Set(items.map((item) => (item as { day?: string }).day ?? '')).size
const bytesIn = (items: readonly object[]) => Buffer.byteLength(JSON.stringify(items))

/** Messages for what is too much in a list; one that was stored larger may stay as it is and become smaller. */
export function boundErrors(key: CollectionKey, before: readonly object[], after: readonly object[]): FieldErrors {
  const { amount, bytes } = fields[key]
  const grewBeyond = (of: (items: readonly object[]) => number, most: number) => of(after) > most && of(after) > of(before)
  return {
    ...(grewBeyond((items) => items.length, limits.lists[key]) && { [amount]: amountMessage(key) }),
    ...(key === 'events' && grewBeyond(daysIn, limits.days) && { day: daysMessage }),
    ...(grewBeyond(bytesIn, limits.listKilobytes[key] * 1024) && { [bytes]: bytesMessage(key) }),
  }
}

/** The schema of a whole list, which looks at how many there are before it looks at any. */
export function boundedList<S extends z.ZodType>(key: CollectionKey, item: S) {
  const most = limits.lists[key]
  const list = z.array(item).max(most, amountMessage(key))
  const bounded = countedFirst(list, most, amountMessage(key))
  if (key !== 'events') return bounded
  return bounded.refine((items) => daysIn(items as object[]) <= limits.days, daysMessage)
}
