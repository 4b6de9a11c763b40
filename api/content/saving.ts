import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { leadsInside } from '../../data/addresses.ts'
import type { Conflicts } from '../../data/content/merge.ts'
import { bodyUpTo } from '../http/body-up-to.ts'
import type { Env } from '../http/env.ts'
import { problem } from '../http/errors.ts'
import { invalidFields } from '../http/validate.ts'
import type { Publisher } from '../publishing/publisher.ts'

/** Texts of the page may be longer than what other calls take: a megabyte. */
export const contentBody = bodyUpTo(1024 * 1024)

const overtaken = 'Alguien más guardó cambios mientras editabas. Recarga para ver la versión actual.'

/** The revision in an `If-Match: "12"` header, NaN when it names none; undefined when there is none to insist on. */
export function expectedRevision(header: string | undefined): number | undefined {
  const tag = expectedTag(header)
  return tag === undefined ? undefined : /^\d+$/.test(tag) ? Number(tag) : Number.NaN
}

/**
 * The tag in an `If-Match` header without its quotes; undefined when there is none to insist on. A weak mark is
 * ignored: proxies that compress add it to what they pass on.
 */
export function expectedTag(header: string | undefined): string | undefined {
  const tag = header?.trim().replace(/^(?:W\/)?"(.*)"$/, '$1')
  return tag === undefined || tag === '*' ? undefined : tag
}

/**
 * Publishes what was just saved and tells the caller: `X-Published-Revision` is what visitors see now,
 * `X-Publish-Error` (percent-encoded Spanish) why it is not the newest. The save itself stands either way.
 */
export async function publishAndTell(c: Context, publisher: Publisher): Promise<void> {
  const { revision, error } = await publisher.publish()
  c.header('X-Published-Revision', String(revision))
  if (error) c.header('X-Publish-Error', encodeURIComponent(error))
}

/** Names the fields of the answer that others changed since the version in `If-Match`: `X-Merged: location,ctaText`. */
export function tellMerged(c: Context, merged: string[]): void {
  if (merged.length > 0) c.header('X-Merged', merged.join(','))
}

/** The answer to a save of what others have changed as well; without the fields where nobody knows what it is based on. */
export function conflict(c: Context, conflicts: Conflicts | null) {
  return conflicts ? c.json({ error: overtaken, conflicts }, 409) : problem(c, 409, overtaken)
}

/**
 * Refuses a checked change with an address that leads into the API or the panel of this site: its schema knows paths alone. `nameOf`
 * makes the name by which the answer calls a field of the path to it; a save's is its first part.
 */
export function noAddressInside(publicOrigin: string, nameOf = ([field = '']: string[]) => field) {
  const pathsInside = (value: unknown, path: string[] = []): string[][] => {
    if (typeof value === 'string') return /^https?:/i.test(value) && leadsInside(value, publicOrigin) ? [path] : []
    return Object.entries(value ?? {}).flatMap(([name, part]) => pathsInside(part, [...path, name]))
  }
  return createMiddleware<Env>(async (c, next) => {
    const paths = pathsInside(c.req.valid('json' as never))
    if (paths.length === 0) return next()
    const messages = Object.fromEntries(paths.map((path) => [nameOf(path), 'Esta dirección lleva al panel, no a una página']))
    return invalidFields(c, messages)
  })
}
