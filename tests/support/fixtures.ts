/** What tests share. To be awaited at the top of a file. */
import type { Browser } from 'playwright-core'
import { afterAll } from 'vitest'
import { launchBrowser } from './browser.ts'
import { type Product, startProduct } from './product.ts'

/** The product of one file, with a folder of its own; stopped after its last test. */
export async function sharedProduct(env?: Record<string, string>): Promise<Product> {
  const product = await startProduct(env)
  afterAll(product.stop)
  return product
}

let browser: Promise<Browser> | undefined

/** The browser of all files that run in this process, which ends with it; each test opens contexts of its own in it. */
export async function sharedBrowser(): Promise<Browser> {
  if (!(await browser)?.isConnected()) browser = launchBrowser()
  return browser as Promise<Browser>
}
