import { haveSameEntries } from '../../data/memo.ts'
import type { PublicContent } from '../../data/programme/public-content.ts'

/**
 * `tracked` is a proxy of `content` that records which fields are read. `isUpToDate(other)` is true if these fields are equal in
 * `other`.
 */
export function trackReads(content: PublicContent) {
  const reads = new Map<string, (content: PublicContent) => unknown>()
  const tracked = new Proxy(
    { ...content },
    {
      get(_, key: keyof PublicContent) {
        const part = content[key]
        if (typeof part !== 'object' || Array.isArray(part)) {
          reads.set(key, (other) => other[key])
          return part
        }
        return new Proxy(part, {
          get(section, field) {
            reads.set(`${key}.${String(field)}`, (other) => Reflect.get(other[key], field))
            return Reflect.get(section, field)
          },
        })
      },
    },
  )
  const isUpToDate = (other: PublicContent) => [...reads.values()].every((read) => isSame(read(content), read(other)))
  return { tracked, isUpToDate }
}

/** Compares lists by their entries. An unchanged item is the same object in the old and the new list. */
const isSame = (before: unknown, now: unknown) =>
  before === now || (Array.isArray(before) && Array.isArray(now) && haveSameEntries(before, now))
