import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { root } from '../api/system/root.ts'

/** Builds in a separate process if sources have changed. Exits if the build fails. */
export function ensureBuilt(): void {
  const { status } = spawnSync(process.execPath, [join(root, 'scripts/build.ts'), '--if-needed'], { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
