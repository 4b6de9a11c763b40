import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { root } from '../../api/system/root.ts'
import { loadedDemo } from './fixtures.ts'
import { startProduct } from './product.ts'

const scripts = join(root, 'scripts')

/**
 * Builds the site if its sources changed and starts it once. Tests copy this first state and its backup, which saves a
 * third of the processor time.
 */
export async function setup({ vitest }: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (process.env.FIRST_START) return
  execFileSync(process.execPath, [join(scripts, 'build.ts'), '--if-needed'], { stdio: 'inherit' })
  const folder = mkdtempSync(join(tmpdir(), 'first-start-'))
  // Compile cache for a hundred starts of the server and commands.
  process.env.NODE_COMPILE_CACHE = join(folder, 'compiled')
  const product = await startProduct()
  await product.end()
  execFileSync(process.execPath, [join(scripts, 'backup.ts')], { env: { ...process.env, DATA_DIR: product.dataDir } })
  process.env.FIRST_START = join(folder, 'data')
  renameSync(product.dataDir, process.env.FIRST_START)
  await product.discard()
  // Loads the sample conference while other files run, because the files that need it would wait for it together.
  const isDemoNeeded = vitest.state.getPaths().some((path) => /\bsharedDemo\(/.test(readFileSync(path, 'utf8')))
  const loading = isDemoNeeded ? loadedDemo().catch(console.error) : undefined
  // An ending worker may still write to the compile cache.
  return async () => {
    await loading
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  }
}
