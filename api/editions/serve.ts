import { createMiddleware } from 'hono/factory'
import type { Db } from '../../data/db/db.ts'
import { pastEditions } from '../../data/editions/editions.ts'
import { readFile } from '../../data/editions/files.ts'
import type { Env } from '../http/env.ts'
import { immutable, revalidate } from '../http/representations.ts'
import type { Publisher } from '../publishing/publisher.ts'
import { serveSite } from '../serving/serve-site.ts'
import type { Bytes, SiteFile } from '../serving/site.ts'

/** Answers with a file of an edition that is over, as the present site is answered with; what it does not have goes on. */
export function serveEdition({ db }: { db: Db }) {
  return createMiddleware<Env>(async (c, next) => {
    const [, year = '', ...rest] = c.req.path.split('/')
    const name = rest.join('/')
    const file = ['', 'index.html', '/index.html'].map((end) => readFile(db, year, name + end)).find((found) => found !== null)
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

/**
 * Leads from the address of a talk or speaker of an edition that is over, where no present one has it, to the page that stays:
 * slugs of deleted items stay theirs. What stands beside a page, its cards and calendar, goes with it.
 */
export function leadToEdition({ db, publisher }: { db: Db; publisher: Publisher }) {
  return createMiddleware<Env>((c, next) => {
    const path = c.req.path.replace(/\/$/, '')
    if (pagesOf(path).some((page) => isPresent(publisher.site().files.get(page)))) return next()
    const name = path.slice(1)
    const edition = pastEditions(db).find(({ year }) => [name, `${name}/index.html`].some((one) => readFile(db, year, one)))
    if (!edition) return next()
    // Asked again each time: a talk whose edition is taken back, or a speaker who is shown again, has its address back.
    c.header('Cache-Control', revalidate)
    return Promise.resolve(c.redirect(`/${edition.year}${path}`, 301))
  })
}

/** The pages beside which a file may stand; of an address without an ending it is the page itself. A slug may end like a square card. */
const pagesOf = (path: string) => [path.replace(/\.(png|ics)$/, ''), path.replace(/-cuadrada\.png$/, '')]

/** Whether there is a page of the present edition, one that leads from its former address to it included. */
const isPresent = (page: SiteFile | undefined) => page !== undefined && !/^\/\d{4}\//.test(page.movedTo ?? '')
