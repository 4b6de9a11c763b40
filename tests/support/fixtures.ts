/** What the tests of one file share. To be awaited at the top of the file; stopped after its last test. */
import type { Browser } from 'playwright-core'
import { afterAll } from 'vitest'
import { launchBrowser } from './browser.ts'
import { type Product, startProduct } from './product.ts'

/** A started product with a folder of its own. */
export async function sharedProduct(env?: Record<string, string>): Promise<Product> {
  const product = await startProduct(env)
  afterAll(product.stop)
  return product
}

/** A browser; each test opens contexts of its own in it. */
export async function sharedBrowser(): Promise<Browser> {
  const browser = await launchBrowser()
  afterAll(() => browser.close())
  return browser
}
