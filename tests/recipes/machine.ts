/** A separate Debian, started by systemd-nspawn, which runs the commands of deploy/README.md unchanged. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { root } from '../../api/system/root.ts'

export type Machine = {
  /** Runs these lines as root and stops at the first failure. Throws with the output if a line fails. */
  run(lines: string): Promise<string>
  stop(): Promise<void>
}

/** Packages that the recipes install with apt, and packages that every server has. */
const packages = ['systemd', 'systemd-sysv', 'dbus', 'nginx', 'gettext-base', 'git', 'ca-certificates', 'openssl', 'procps']

/** Returns the reason why no machine can be started here, or null. */
export function whyNot(): string | null {
  if (process.getuid?.() !== 0) return 'it takes root'
  const missing = ['debootstrap', 'systemd-nspawn', 'nsenter'].filter((name) => spawnSync('which', [name]).status !== 0)
  return missing.length > 0 ? `${missing.join(', ')} not installed` : null
}

/** Returns the folder of a Debian with these packages, which is made once. */
function base(): string {
  const folder = join(tmpdir(), 'conferencia-recipes-bookworm')
  if (existsSync(folder)) return folder
  const making = mkdtempSync(join(tmpdir(), 'conferencia-recipes-'))
  execFileSync('debootstrap', ['--variant=minbase', `--include=${packages}`, 'bookworm', making], { stdio: 'inherit' })
  renameSync(making, folder)
  return folder
}

/**
 * Starts a machine with a network of its own and no connection. npm installs from this machine's cache, which `npm ci` has
 * filled. The committed repository is in /src.git.
 */
export async function boot(): Promise<Machine> {
  const own = mkdtempSync(join(tmpdir(), 'conferencia-recipe-'))
  const tree = join(own, 'tree')
  execFileSync('cp', ['-a', '--reflink=auto', base(), tree])
  execFileSync('git', ['clone', '-q', '--bare', '--no-hardlinks', root, join(own, 'src.git')])
  const npm = (...args: string[]) => execFileSync('npm', args, { encoding: 'utf8', cwd: tmpdir() }).trim()
  const bin = join(tree, 'usr/local/bin')
  cpSync(process.execPath, join(bin, 'node'))
  mkdirSync(join(tree, 'usr/local/lib/node_modules'), { recursive: true })
  cpSync(join(npm('root', '-g'), 'npm'), join(tree, 'usr/local/lib/node_modules/npm'), { recursive: true, dereference: true })
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(bin, 'npm'))
  const cache = npm('config', 'get', 'cache')
  const settings = { npm_config_registry: npm('config', 'get', 'registry'), npm_config_offline: 'true', npm_config_cache: '/npm' }

  const binds = [`--bind=${cache}:/npm`, `--bind-ro=${join(own, 'src.git')}:/src.git`]
  const args = ['-D', tree, '--register=no', '--keep-unit', '--private-network', '--link-journal=no', ...binds, '-b']
  const nspawn = spawn('systemd-nspawn', args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let console = ''
  for (const stream of [nspawn.stdout, nspawn.stderr]) stream.on('data', (text) => (console += text))
  const pid = await leader(nspawn, () => console)

  const run = async (lines: string) => {
    const env = {
      PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
      HOME: '/root',
      LANG: 'C.UTF-8',
      ...settings,
    }
    const child = spawn('nsenter', ['-t', String(pid), '-m', '-u', '-i', '-n', '-p', '--', 'bash', '-euo', 'pipefail'], { env })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text))
    child.stdin.end(lines)
    const code = await new Promise((resolve) => child.once('close', resolve))
    if (code !== 0) throw new Error(`${lines}\nended with ${code}:\n${said}`)
    return said
  }
  // Waits for the end of the boot, which some services fail without a network.
  for (let tries = 0; tries < 100; tries++) {
    const state = await run('systemctl is-system-running || true').catch(() => '')
    if (/running|degraded/.test(state)) break
    await wait(300)
  }
  return {
    run,
    async stop() {
      const ended = new Promise((resolve) => nspawn.once('exit', resolve))
      nspawn.kill('SIGTERM')
      await Promise.race([ended, wait(20_000)])
      nspawn.kill('SIGKILL')
      rmSync(own, { recursive: true, force: true })
    },
  }
}

/** Returns the id of the machine's first process. */
async function leader({ pid }: ChildProcess, said: () => string): Promise<number> {
  for (let tries = 0; tries < 100; tries++) {
    const children = existsSync(`/proc/${pid}`) ? readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8') : ''
    for (const child of children.split(' ').filter(Boolean).map(Number)) {
      const name = readFileSync(`/proc/${child}/comm`, 'utf8').trim()
      if (name === 'systemd') return child
      // systemd may be a child of this child.
      const inner = readFileSync(`/proc/${child}/task/${child}/children`, 'utf8').split(' ').filter(Boolean).map(Number)[0]
      if (inner && readFileSync(`/proc/${inner}/comm`, 'utf8').trim() === 'systemd') return inner
    }
    await wait(200)
  }
  throw new Error(`The machine did not boot:\n${said()}`)
}

/** Returns the shell blocks under a heading, in their order. */
export function recipes(document: string, heading: string): string[] {
  const text = readFileSync(join(root, document), 'utf8')
  const part = text.split(/^## /m).find((section) => section.startsWith(`${heading}\n`)) ?? ''
  return [...part.matchAll(/^```sh\n(.*?)^```/gms)].map(([, lines = '']) => lines)
}
