import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { distDir, root } from './root.ts'

export const versionFile = 'version'

export const buildFile = 'built-from'

export function runningBuild(): string | undefined {
  const file = join(distDir, buildFile)
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

export function sourceVersion(): string {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  return existsSync(join(root, '.git')) ? `${version}-${commit()}` : version
}

export function runningVersion(): string {
  const file = join(distDir, versionFile)
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : sourceVersion()
}

function commit(): string {
  try {
    const args = ['-C', root, 'describe', '--always', '--dirty', '--exclude=*']
    return execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return 'unknown'
  }
}
