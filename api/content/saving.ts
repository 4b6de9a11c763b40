import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { leadsToPanelOrApi } from '../../data/addresses.ts'
import type { Conflicts } from '../../data/content/merge.ts'
import { bodyUpTo } from '../http/body-up-to.ts'
import type { Env } from '../http/env.ts'
import { problem } from '../http/errors.ts'
import { invalidFields } from '../http/validate.ts'
import type { Publisher } from '../publishing/publisher.ts'

export const contentBody = bodyUpTo(1024 * 1024)

const overtaken = 'Alguien más guardó cambios mientras editabas. Recarga para ver la versión actual.'

/** Reads a revision from If-Match. Returns NaN if the header is malformed, undefined if it is missing or `*`. */
export function expectedRevision(header: string | undefined): number | undefined {
  const tag = expectedTag(header)
  return tag === undefined ? undefined : /^\d+$/.test(tag) ? Number(tag) : Number.NaN
}

/** Returns the ETag without quotes, and without the `W/` that compressing proxies add. Undefined if it is missing or `*`. */
export function expectedTag(header: string | undefined): string | undefined {
  const tag = header?.trim().replace(/^(?:W\/)?"(.*)"$/, '$1')
  return tag === undefined || tag === '*' ? undefined : tag
}

/** If publishing fails, the save is still stored. `X-Publish-Error` then has the reason, percent-encoded. */
export async function publishAndReport(c: Context, publisher: Publisher): Promise<void> {
  const { revision, error } = await publisher.publish()
  c.header('X-Published-Revision', String(revision))
  if (error) c.header('X-Publish-Error', encodeURIComponent(error))
}

/** Sends the fields that other people changed while the user edited, such as `X-Merged: location,ctaText`. */
export function reportMerged(c: Context, merged: string[]): void {
  if (merged.length > 0) c.header('X-Merged', merged.join(','))
}

export function conflict(c: Context, conflicts: Conflicts | null, message = overtaken) {
  return conflicts ? c.json({ error: message, conflicts }, 409) : problem(c, 409, message)
}

export const internalLink = 'Esta dirección lleva al panel, no a una página'

/** Returns the paths of fields that link to the API or the panel. */
export function internalLinksIn(value: unknown, publicOrigin: string, path: string[] = []): string[][] {
  if (typeof value === 'string') return /^https?:/i.test(value) && leadsToPanelOrApi(value, publicOrigin) ? [path] : []
  return Object.entries(value ?? {}).flatMap(([name, part]) => internalLinksIn(part, publicOrigin, [...path, name]))
}

export function refuseInternalLinks(publicOrigin: string, nameOf = ([field = '']: string[]) => field) {
  return createMiddleware<Env>(async (c, next) => {
    const paths = internalLinksIn(c.req.valid('json' as never), publicOrigin)
    if (paths.length === 0) return next()
    return invalidFields(c, Object.fromEntries(paths.map((path) => [nameOf(path), internalLink])))
  })
}
