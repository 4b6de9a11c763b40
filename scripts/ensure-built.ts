import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { root } from '../api/system/root.ts'

/**
 * Builds when the sources are not those of the last build, in a process of its own. Ends this one where the build fails, which
 * says why.
 */
export function ensureBuilt(): void {
  const { status } = spawnSync(process.execPath, [join(root, 'scripts/build.ts'), '--if-needed'], { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
