/** What a file of the site is made from, seen while it is made: whoever writes one need not say it. */
import type { PublicContent } from '../../data/public-content.ts'

/** Tells whether other content is the same wherever something was read. */
type Unchanged = (other: PublicContent) => boolean

/** The same content, which notes what of it is read: fields of sections, whole lists. */
export function noteReads(content: PublicContent): { content: PublicContent; isUnchanged: Unchanged } {
  const reads = new Map<string, (content: PublicContent) => unknown>()
  // A copy, for of what is frozen a proxy must give the very value.
  const noted = new Proxy(
    { ...content },
    {
      get(target, key: string & keyof PublicContent) {
        if (!Object.hasOwn(target, key)) return undefined
        const value = content[key]
        if (!Array.isArray(value))
          return noteFields(value, (field) => reads.set(`${key}.${field}`, (other) => Reflect.get(other[key], field)))
        reads.set(key, (other) => other[key])
        return value
      },
    },
  )
  return { content: noted, isUnchanged: (other) => [...reads.values()].every((read) => isSame(read(content), read(other))) }
}

function noteFields<T extends object>(section: T, note: (field: string) => void): T {
  return new Proxy(section, {
    get(target, field: string) {
      note(field)
      return Reflect.get(target, field)
    },
  })
}

/** Items that nobody changed are the same objects from one reading of the content to the next. */
function isSame(before: unknown, now: unknown): boolean {
  if (!Array.isArray(before) || !Array.isArray(now)) return before === now
  return before.length === now.length && before.every((item, index) => item === now[index])
}
