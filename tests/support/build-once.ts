import { execFileSync } from 'node:child_process'
import { mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../../api/system/root.ts'
import { startProduct } from './product.ts'

const scripts = join(root, 'scripts')

/**
 * Builds the site before the first test, when its sources have changed, and starts it once: each product of a test begins
 * with a copy of what this first start has written (see `startProduct`), which takes a third of the processor, and of a
 * backup of it: a minute after its start each would make its own, which takes as much processor as a start.
 */
export async function setup(): Promise<(() => void) | undefined> {
  if (process.env.FIRST_START) return
  execFileSync(process.execPath, [join(scripts, 'build.ts'), '--if-needed'], { stdio: 'inherit' })
  const folder = mkdtempSync(join(tmpdir(), 'first-start-'))
  // A hundred starts of a server and of commands read the same scripts: Node keeps here what it has made of them.
  process.env.NODE_COMPILE_CACHE = join(folder, 'compiled')
  const product = await startProduct()
  await product.end()
  execFileSync(process.execPath, [join(scripts, 'backup.ts')], { env: { ...process.env, DATA_DIR: product.dataDir } })
  process.env.FIRST_START = join(folder, 'data')
  renameSync(product.dataDir, process.env.FIRST_START)
  await product.discard()
  // A worker that is ending may still write there what it has compiled.
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
}
