/** What a file of the site is made from, seen while it is made: whoever writes one need not say it. */
import type { PublicContent } from '../../data/content/public-content.ts'

/** Tells whether other content is the same wherever something was read. */
type Unchanged = (other: PublicContent) => boolean

/** The same content, which notes what of it is read: fields of sections, and of the items of a list. */
export function noteReads(content: PublicContent): { content: PublicContent; isUnchanged: Unchanged } {
  const reads = new Map<keyof PublicContent, Set<string>>()
  // A copy, for of what is frozen a proxy must give the very value.
  const noted = new Proxy(
    { ...content },
    {
      get(target, key: string & keyof PublicContent) {
        if (!Object.hasOwn(target, key)) return undefined
        const fields = reads.get(key) ?? new Set()
        reads.set(key, fields)
        const value = content[key]
        return Array.isArray(value) ? value.map((item) => noteFields(item, fields)) : noteFields(value, fields)
      },
    },
  )
  return {
    content: noted,
    isUnchanged: (other) => [...reads].every(([key, fields]) => isSame(content[key], other[key], [...fields])),
  }
}

function noteFields<T extends object>(value: T, fields: Set<string>): T {
  return new Proxy(value, {
    get(target, field: string) {
      fields.add(field)
      return Reflect.get(target, field)
    },
  })
}

/** Items that nobody changed are the same objects from one reading of the content to the next. */
function isSame(before: object, now: object, fields: string[]): boolean {
  if (before === now) return true
  if (!Array.isArray(before) || !Array.isArray(now))
    return fields.every((field) => Reflect.get(before, field) === Reflect.get(now, field))
  return before.length === now.length && before.every((item, index) => isSame(item, now[index], fields))
}
