import { createMiddleware } from 'hono/factory'
import type { Db } from '../../data/db/db.ts'
import { pastEditions } from '../../data/editions/editions.ts'
import { readFile } from '../../data/editions/files.ts'
import type { Env } from '../http/env.ts'
import { immutable, revalidate } from '../http/representations.ts'
import type { Publisher } from '../publishing/publisher.ts'
import { serveSite } from '../serving/serve-site.ts'
import type { Bytes, SiteFile } from '../serving/site.ts'

export function serveEdition({ db }: { db: Db }) {
  return createMiddleware<Env>(async (c, next) => {
    const [, year = '', ...rest] = c.req.path.split('/')
    const name = rest.join('/')
    const file = ['', 'index.html', '/index.html'].map((end) => readFile(db, year, name + end)).find((match) => match !== null)
    if (!file) return next()
    const { body, br, gzip, csp } = file
    const answered: SiteFile = {
      hash: file.hash,
      type: file.type,
      body: body as Bytes,
      cacheControl: name.startsWith('_assets/') ? immutable : revalidate,
      ...(br && { br: br as Bytes }),
      ...(gzip && { gzip: gzip as Bytes }),
      ...(csp && { csp }),
    }
    return serveSite(() => ({ files: new Map([[c.req.path, answered]]), notFound: null }))(c)
  })
}

/** The redirect is permanent, because slugs are never reused. */
export function redirectToEdition({ db, publisher }: { db: Db; publisher: Publisher }) {
  return createMiddleware<Env>((c, next) => {
    const path = c.req.path.replace(/\/$/, '')
    if (pagesOf(path).some((page) => isPresent(publisher.site().files.get(page)))) return next()
    const name = path.slice(1)
    const edition = pastEditions(db).find(({ year }) => [name, `${name}/index.html`].some((file) => readFile(db, year, file)))
    if (!edition) return next()
    // Not cached, because undoing the end of the edition restores the address.
    c.header('Cache-Control', revalidate)
    return Promise.resolve(c.redirect(`/${edition.year}${path}`, 301))
  })
}

/** Pages that a share card or calendar may belong to. There are two, because a talk's slug may also end in '-cuadrada'. */
const pagesOf = (path: string) => [path.replace(/\.(png|ics)$/, ''), path.replace(/-cuadrada\.png$/, '')]

const isPresent = (page: SiteFile | undefined) => page !== undefined && !/^\/\d{4}\//.test(page.movedTo ?? '')
