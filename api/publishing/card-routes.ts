import { makeZip } from 'client-zip'
import { type Context, Hono } from 'hono'
import { currentUser } from '../accounts/guard.ts'
import { createDownloads } from '../http/downloads.ts'
import type { Env } from '../http/env.ts'
import { problem } from '../http/errors.ts'
import { matches, revalidate } from '../http/representations.ts'
import { fromPanel } from '../http/same-origin.ts'
import type { Cards } from './cards.ts'

const isDownloading = 'Ya se están descargando las imágenes. Espera a que termine para pedirlas de nuevo.'

export function cardRoutes({ cards }: { cards: Cards }, folder: 'charlas' | 'speakers') {
  return new Hono<Env>().get('/:name', async (c: Context<Env, '/:name'>, next) => {
    const name = c.req.param('name')
    if (!name.endsWith('.png')) return next()
    const card = await cards.find(`${folder}/${name}`)
    if (!card) return problem(c, 404)
    if ('location' in card) {
      // Not cached, because an item may take back its former slug.
      c.header('Cache-Control', revalidate)
      return c.redirect(card.location, 301)
    }
    const etag = `"${card.hash}"`
    c.header('ETag', etag)
    c.header('Cache-Control', card.cacheControl)
    if (matches(c.req.header('If-None-Match'), etag)) return c.body(null, 304)
    return c.body(card.body, 200, { 'Content-Type': card.type, 'Content-Length': String(card.body.byteLength) })
  })
}

export function cardArchiveRoutes({ cards, config }: { cards: Cards; config: { publicOrigin: string } }) {
  const download = createDownloads(isDownloading)

  async function* files() {
    for await (const { name, png } of cards.squares()) yield { name, input: png, lastModified: new Date() }
  }

  return new Hono<Env>().get('/', fromPanel({ config }), (c) =>
    download(c, currentUser(c), { name: 'imagenes-para-redes.zip', type: 'application/zip', make: () => makeZip(files()) }),
  )
}
