/** Payload on Next with the demo's content. It is installed and built in the system's temporary folder, once for each version. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Client, createClient, succeeding } from '../../demo/client.ts'
import { small } from '../../demo/small.ts'
import { freePort } from '../../tests/support/free-port.ts'
import { admin } from '../../tests/support/product.ts'
import type { Session } from '../../tests/support/session.ts'
import { newFolder, type Server, startServer } from './servers.ts'

/** `panel` saves its body as the page's first section, whatever the called path is. */
export type Payload = Server & { panel: Client; session: Session }

const source = join(import.meta.dirname, '../references/payload')
const folder = join(tmpdir(), 'conferencia-payload')
const stamp = join(folder, 'built-from')
const next = join(folder, 'node_modules/next/dist/bin/next')

export const payloadVersions = () => {
  const { dependencies } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'))
  return `Payload ${dependencies.payload}, Next ${dependencies.next}`
}

const databaseIn = (dataDir: string) => ({ DATABASE: `file:${join(dataDir, 'payload.db')}`, NEXT_TELEMETRY_DISABLED: '1' })

function sourceHash(): string {
  const hash = createHash('sha256').update(content())
  for (const file of globSync('**/*.{js,json}', { cwd: source }).sort()) hash.update(readFileSync(join(source, file)))
  return hash.digest('hex')
}

const isInstalled = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === sourceHash()

/** Installs Payload's packages, stores the demo and builds. Takes about two minutes, and no time if nothing has changed. */
export function installPayload(): void {
  if (isInstalled()) return
  console.error(`installing and building Payload in ${folder} …`)
  for (const old of ['app', 'data', 'built-from']) rmSync(join(folder, old), { recursive: true, force: true })
  cpSync(source, folder, { recursive: true })
  const dataDir = join(folder, 'data')
  const run = (command: string, args: string[], environment: string, input = '') =>
    execFileSync(command, args, {
      cwd: folder,
      env: { ...process.env, ...databaseIn(dataDir), NODE_ENV: environment },
      input,
      stdio: ['pipe', 'ignore', 'inherit'],
    })
  run('npm', ['install', '--no-audit', '--no-fund'], 'development')
  mkdirSync(dataDir)
  run(process.execPath, ['prepare.js'], 'development', content())
  run(process.execPath, [next, 'build'], 'production')
  writeFileSync(stamp, sourceHash())
}

/** Starts Payload with the demo in production mode. Returns null if it is not installed. */
export async function startPayload(): Promise<Payload | null> {
  if (!isInstalled()) return null
  const [port, dataDir] = [await freePort(), newFolder()]
  cpSync(join(folder, 'data'), dataDir, { recursive: true })
  const env = { ...databaseIn(dataDir), NODE_ENV: 'production' }
  const server = await startServer(port, dataDir, [process.execPath, next, 'start', '-H', '127.0.0.1'], { cwd: folder, env })
  const answer = await succeeding(createClient(server.origin))('POST /api/users/login', admin)
  const cookie = answer.headers.getSetCookie()[0]?.replace(/;.*/, '') ?? ''
  const client = succeeding(createClient(server.origin, cookie))
  const panel: Client = (_line, hero) => client('POST /api/globals/page', { hero })
  return { ...server, panel, session: { Cookie: cookie, Origin: server.origin } }
}

/** The demo's content for `prepare.js`. */
function content(): string {
  const { sections, conference, scenarios } = small
  const speakers = Object.entries(small.speakers).map(([key, speaker]) => ({ key, ...speaker }))
  const talks = small.events.map(({ scenario = '', speaker, speakers = speaker ? [speaker] : [], ...talk }) => {
    return { ...talk, speakers, room: scenarios[scenario]?.name ?? '' }
  })
  return JSON.stringify({
    user: admin,
    page: { ...sections, hero: { title: conference.name, ...sections.hero } },
    speakers,
    talks,
  })
}
