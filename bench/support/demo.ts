import { setTimeout as wait } from 'node:timers/promises'
import { compressSmall } from '../../api/publishing/compress.ts'
import type { PublishStatus } from '../../api/publishing/publisher.ts'
import type { Client } from '../../demo/client.ts'
import { loadDemo } from '../../demo/load.ts'
import { admin, type Product, startProduct } from '../../tests/support/product.ts'
import { organiserOf } from '../../tests/support/session.ts'

/** The product with the demo's content, and a signed-in organiser's way of calling it. */
export type Demo = { product: Product; panel: Client }

/**
 * The pages are compressed as small as possible five seconds after the last save, and ten after a start the landing page is
 * rendered once; then the process rests. On a busy machine that takes longer: until the landing page is sent in its smallest
 * form, two minutes at most.
 */
export async function untilSettled(origin: string): Promise<void> {
  const body = Buffer.from(await (await fetch(origin, { headers: { 'Accept-Encoding': 'identity' } })).arrayBuffer())
  const page = { name: '', urls: [], file: { body, hash: '', type: 'text/html', cacheControl: '' } }
  const smallest = (await compressSmall([page]))[0]?.file.br?.length
  await wait(11_000)
  for (let tries = 0; tries < 120; tries++) {
    const head = await fetch(origin, { method: 'HEAD', headers: { 'Accept-Encoding': 'br' } })
    if (Number(head.headers.get('Content-Length')) === smallest) return wait(2000)
    await wait(1000)
  }
  throw new Error('the page was never compressed as small as possible')
}

/** Until the pages of all talks and speakers are live and compressed: the process works for nobody any more. Two minutes at most. */
export async function untilWhole(panel: Client): Promise<void> {
  for (let tries = 0; tries < 120; tries++) {
    const { pending }: PublishStatus = await (await panel('GET /api/publish')).json()
    // The smallest forms begin five seconds after the last page, and are made in some.
    if (!pending) return wait(15_000)
    await wait(1000)
  }
  throw new Error('the pages of talks and speakers were never live')
}

/** Starts the product and loads the demo into it. */
export async function startDemo(env: Record<string, string> = {}): Promise<Demo> {
  const product = await startProduct(env)
  await loadDemo(product.origin, admin)
  return { product, panel: await organiserOf(product) }
}
