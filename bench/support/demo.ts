import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from '../../demo/client.ts'
import { loadDemo } from '../../demo/load.ts'
import type { Sample } from '../../demo/sample.ts'
import { admin, type Product, startProduct } from '../../tests/support/product.ts'
import { organiserOf } from '../../tests/support/session.ts'

type Demo = { product: Product; panel: Client }

/** Waits up to two minutes for the compressed landing page. After the compression, the process is idle. */
export async function untilSettled(origin: string): Promise<void> {
  for (let tries = 0; tries < 120; tries++) {
    const head = await fetch(origin, { method: 'HEAD', headers: { 'Accept-Encoding': 'br' } })
    await wait(1000)
    if (head.headers.get('Content-Encoding') === 'br') return
  }
  throw new Error('the page was never compressed')
}

export async function startDemo(env: Record<string, string> = {}, sample?: Sample): Promise<Demo> {
  const product = await startProduct(env)
  await loadDemo(product.origin, admin, sample)
  return { product, panel: await organiserOf(product) }
}
