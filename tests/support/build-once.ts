import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

/** Builds the site before the first test, when its sources have changed. */
export function setup(): void {
  execFileSync(process.execPath, [join(import.meta.dirname, '../../scripts/build.ts'), '--if-needed'], { stdio: 'inherit' })
}
