import { Hono } from 'hono'
import type { RouterRoute } from 'hono/types'
import type { Env } from '../http/env.ts'

type Needs = { config: { publicOrigin: string } }

export function referenceRoutes({ config }: Needs, routes: () => readonly RouterRoute[]) {
  let cachedReference: Promise<{ json: string; page: string; policy: string }> | undefined
  const reference = () => (cachedReference ??= make(routes(), config.publicOrigin))

  return new Hono<Env>()
    .get('/openapi.json', async (c) => c.body((await reference()).json, 200, { 'Content-Type': 'application/json' }))
    .get('/reference', async (c) => {
      const { page, policy } = await reference()
      c.header('Content-Security-Policy', policy)
      return c.html(page)
    })
}

async function make(routes: readonly RouterRoute[], origin: string) {
  const [{ describeApi }, { referencePage, referencePolicy }] = await Promise.all([import('./document.ts'), import('./page.ts')])
  const document = describeApi(routes, 'Conferencia', origin)
  return { json: JSON.stringify(document), page: referencePage(document), policy: await referencePolicy() }
}
