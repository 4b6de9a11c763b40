import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from '../../demo/client.ts'
import { loadDemo } from '../../demo/load.ts'
import { admin, type Product, startProduct } from '../../tests/support/product.ts'
import { organiserOf } from '../../tests/support/session.ts'

/** The product with the demo's content, and a signed-in organiser's way of calling it. */
export type Demo = { product: Product; panel: Client }

/** The pages are compressed as small as possible five seconds after the last save; then the process rests. */
export const untilSettled = () => wait(8000)

/** Starts the product and loads the demo into it. */
export async function startDemo(env: Record<string, string> = {}): Promise<Demo> {
  const product = await startProduct(env)
  await loadDemo(product.origin, admin)
  return { product, panel: await organiserOf(product) }
}
