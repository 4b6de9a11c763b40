import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { distDir, root } from './root.ts'

/** What the build notes beside what it makes: which version that is. */
export const versionFile = 'version'

/** What the build notes as well: a hash of everything that it was made from. */
export const buildFile = 'built-from'

/** A hash of what the running build was made from; undefined where nothing was built. */
export function runningBuild(): string | undefined {
  const noted = join(distDir, buildFile)
  return existsSync(noted) ? readFileSync(noted, 'utf8') : undefined
}

/** The version of the sources: that of package.json and, where git is there to say it, the commit, such as '0.1.0-68a5899'. */
export function sourceVersion(): string {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  return existsSync(join(root, '.git')) ? `${version}-${commit()}` : version
}

/** The version that runs: what the build noted; the sources' own where nothing was built. */
export function runningVersion(): string {
  const noted = join(distDir, versionFile)
  return existsSync(noted) ? readFileSync(noted, 'utf8').trim() : sourceVersion()
}

function commit(): string {
  try {
    const args = ['-C', root, 'describe', '--always', '--dirty', '--exclude=*']
    return execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    // No git, or a folder of somebody else.
    return 'unknown'
  }
}
