/** Web servers started from the files in deploy/. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

export type FrontName = 'caddy' | 'nginx'

/** `root` is the served folder, `api` the product's address. */
type Where = { port: number; root: string; api: string }

/** `written` is the error log. `visits` is nginx's access log, complete after the stop. */
type Front = { written(): string; visits(): string; stop(): Promise<void> }

const deploy = join(import.meta.dirname, '../../deploy')
const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
const find = (name: FrontName) => folders.map((folder) => join(folder, name)).find((path) => existsSync(path))

export const isInstalled = (name: FrontName) => find(name) !== undefined

/** Starts a web server in front of `api`, in a temporary folder. `isTalkative` sets Caddy's debug log. */
export async function startFront(name: FrontName, where: Where, { isTalkative = false } = {}): Promise<Front> {
  const program = find(name)
  if (!program) throw new Error(`${name} is not installed`)
  const work = await mkdtemp(join(tmpdir(), `conferencia-${name}-`))
  const { args, env } = await (name === 'caddy' ? caddy(where, work, isTalkative) : nginx(where, work))
  const server = spawn(program, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'ignore', 'pipe'] })
  let complaints = ''
  let visits = ''
  server.stderr.on('data', (data) => {
    complaints += data
  })
  await listening(server, where.port, () => complaints)
  return {
    written: () => complaints,
    visits: () => visits,
    async stop() {
      if (server.exitCode === null) {
        const exited = once(server, 'exit')
        server.kill('SIGTERM')
        await exited
      }
      visits = await readFile(join(work, 'logs/access'), 'utf8').catch(() => '')
      await rm(work, { recursive: true, force: true })
    },
  }
}

async function caddy({ port, root, api }: Where, work: string, isTalkative: boolean) {
  const site = await readFile(join(deploy, 'Caddyfile'), 'utf8')
  const config = join(work, 'Caddyfile')
  await writeFile(config, isTalkative ? site.replace('\tlog {\n', '\tdebug\n\tlog {\n') : site)
  const env = {
    SITE_ADDRESS: `http://localhost:${port}`,
    SITE_ROOT: root,
    API: api,
    CADDY_ADMIN: `unix/${work}/admin`,
    XDG_CONFIG_HOME: work,
    XDG_DATA_HOME: work,
  }
  return { args: ['run', '--adapter', 'caddyfile', '--config', config], env }
}

/** Starts nginx with a main configuration that replaces the system's nginx.conf. */
async function nginx({ port, root, api }: Where, work: string) {
  const values: Record<string, string> = {
    LISTEN: String(port),
    SERVER_NAME: 'localhost',
    SITE_ROOT: root,
    API: api,
    ACCESS_LOG: `${work}/logs/access`,
  }
  const site = await readFile(join(deploy, 'nginx.conf'), 'utf8')
  const filled = site.replace(/\$\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${work}/${kind};`)
  const main = join(work, 'main.conf')
  await mkdir(join(work, 'logs'))
  await writeFile(join(work, 'site.conf'), filled)
  await writeFile(
    main,
    [
      // As root, nginx would switch to a user who cannot read test folders.
      process.getuid?.() === 0 ? 'user root;' : '',
      `daemon off; pid ${work}/pid; error_log stderr; events {}`,
      `http { access_log ${work}/logs/access; ${temporary.join(' ')} include ${work}/site.conf; }`,
    ].join('\n'),
  )
  execFileSync(find('nginx') ?? '', ['-t', '-q', '-p', work, '-c', main], { stdio: 'pipe' })
  return { args: ['-p', work, '-c', main], env: {} }
}

async function listening(server: ChildProcess, port: number, complaints: () => string): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    if (server.exitCode !== null) throw new Error(`The web server did not start:\n${complaints()}`)
    const answer = await fetch(`http://localhost:${port}/`).catch(() => null)
    if (answer) return
    await wait(100)
  }
  server.kill('SIGKILL')
  throw new Error(`The web server never answered:\n${complaints()}`)
}
