import type { Context } from 'hono'
import type { Conflicts } from '../../data/content/merge.ts'
import { bodyUpTo } from '../http/body-up-to.ts'
import { problem } from '../http/errors.ts'
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
