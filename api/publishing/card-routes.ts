import { Readable } from 'node:stream'
import { makeZip } from 'client-zip'
import { type Context, Hono } from 'hono'
import { currentUser } from '../accounts/guard.ts'
import type { Deps } from '../deps.ts'
import type { Env } from '../http/env.ts'
import { problem, problemWithRetry } from '../http/errors.ts'
import { matches } from '../http/representations.ts'
import { fromPanel } from '../http/same-origin.ts'

const isMaking = 'Ya se están descargando las imágenes. Espera a que termine para pedirlas de nuevo.'

/** `/charlas/{slug}.png` and `/speakers/{slug}.png`: cards that a static host has as files. Everything else there is a page. */
export function cardRoutes({ cards }: Pick<Deps, 'cards'>, folder: 'charlas' | 'speakers') {
  return new Hono<Env>().get('/:name', async (c: Context<Env, '/:name'>, next) => {
    const name = c.req.param('name')
    if (!name.endsWith('.png')) return next()
    const found = await cards.find(`${folder}/${name}`)
    if (!found) return problem(c, 404)
    if ('location' in found) return c.redirect(found.location, 301)
    const etag = `"${found.hash}"`
    c.header('ETag', etag)
    c.header('Cache-Control', found.cacheControl)
    if (matches(c.req.header('If-None-Match'), etag)) return c.body(null, 304)
    return c.body(found.body, 200, { 'Content-Type': found.type, 'Content-Length': String(found.body.byteLength) })
  })
}

/** /api/cards: the squares of all talks and speakers as a zip, which is sent while it is made. */
export function cardArchiveRoutes({ cards, config }: Pick<Deps, 'cards' | 'config'>) {
  // One each, so that nobody's downloads hold up the others.
  const making = new Set<string>()
  return new Hono<Env>().get('/', fromPanel({ config }), (c) => {
    const headers = { 'Content-Type': 'application/zip', 'Content-Disposition': 'attachment; filename="imagenes-para-redes.zip"' }
    if (c.req.method === 'HEAD') return c.body(null, 200, headers)
    const { id } = currentUser(c)
    if (making.has(id)) return problemWithRetry(c, 429, isMaking)
    making.add(id)
    async function* files() {
      for await (const { name, png } of cards.squares()) yield { name, input: png, lastModified: new Date() }
    }
    const zip = Readable.fromWeb(makeZip(files()) as Parameters<typeof Readable.fromWeb>[0]).once('close', () =>
      making.delete(id),
    )
    return c.body(Readable.toWeb(zip) as ReadableStream<Uint8Array>, 200, headers)
  })
}
