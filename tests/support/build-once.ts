import { execFileSync } from 'node:child_process'
import { mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startProduct } from './product.ts'

/**
 * Builds the site before the first test, when its sources have changed, and starts it once: each product of a test begins
 * with a copy of what this first start has written (see `startProduct`), which takes a third of the processor.
 */
export async function setup(): Promise<(() => void) | undefined> {
  if (process.env.FIRST_START) return
  execFileSync(process.execPath, [join(import.meta.dirname, '../../scripts/build.ts'), '--if-needed'], { stdio: 'inherit' })
  const folder = mkdtempSync(join(tmpdir(), 'first-start-'))
  // A hundred starts of a server and of commands read the same scripts: Node keeps here what it has made of them.
  process.env.NODE_COMPILE_CACHE = join(folder, 'compiled')
  const product = await startProduct()
  await product.end()
  process.env.FIRST_START = join(folder, 'data')
  renameSync(product.dataDir, process.env.FIRST_START)
  await product.discard()
  // A worker that is ending may still write there what it has compiled.
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
}
