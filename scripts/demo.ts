/** `npm run demo` serves the sample conference from its own data folder. `-- grande` loads the large sample. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, openSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { builtServer } from '../api/system/root.ts'
import { loadDemo } from '../demo/load.ts'
import { startMailbox } from '../demo/mailbox.ts'
import { ensureBuilt } from './ensure-built.ts'
import { startEnv, startFlags } from './start-settings.ts'

const isLarge = process.argv[2] === 'grande'
const port = process.env.PORT || '3000'
const dataDir = resolve(process.env.DATA_DIR || (isLarge ? './var/demo-grande' : './var/demo'))
const origin = `http://localhost:${port}`
const admin = { email: 'demo@conferencia.gt', password: 'tejer y destejer' }

// Without this check, the demo would load into another server that already uses the port.
if (await answers('/')) {
  console.error(`\n  El puerto ${port} ya está ocupado. Elige otro, por ejemplo: PORT=3001 npm run demo\n`)
  process.exit(1)
}

ensureBuilt()
mkdirSync(dataDir, { recursive: true, mode: 0o700 })
const logFile = join(dataDir, 'server.log')
const log = openSync(logFile, 'a', 0o600)

const mailbox = await startMailbox()
const server = spawn(process.execPath, [...startFlags, builtServer], {
  env: {
    ...startEnv,
    ...process.env,
    PORT: port,
    DATA_DIR: dataDir,
    PUBLIC_ORIGIN: origin,
    // No limit, because all sample registrations come from one address.
    REGISTRATION_LIMIT: '0',
    SMTP_URL: mailbox.smtpUrl,
    MAIL_FROM: 'Conferencia <hola@conferencia.gt>',
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
  },
  stdio: ['ignore', log, 'inherit'],
  // In a process group of its own. A terminal sends Ctrl-C to the whole group, and a second signal would force the server to exit.
  detached: true,
})
const exited = once(server, 'exit')

let isStopping = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    if (!isStopping) server.kill('SIGTERM')
    isStopping = true
  })
}

try {
  if (await isReady()) {
    const loaded = await load()
    console.log(loaded ? `\n  Demo cargada: ${loaded}` : '\n  La demo ya estaba cargada.')
    console.log(
      `\n  Sitio:     ${origin}\n  Panel:     ${origin}/admin\n  Entrar:    ${admin.email}  ${admin.password}\n  Buzón:     ${mailbox.url}   (los correos que envía el sitio; no salen de esta máquina)`,
    )
    console.log(
      `  Datos:     ${dataDir}   (borra esta carpeta para empezar de nuevo)\n  Bitácora:  ${logFile}\n\n  Ctrl-C para terminar.\n`,
    )
  }
} catch (error) {
  // The next start would take a half loaded demo for complete, so the message asks to delete it.
  const reason = isStopping ? 'La carga se interrumpió.' : error instanceof Error ? error.message : error
  console.error(`\n  ${reason}\n  Borra ${dataDir} y vuelve a intentarlo.\n`)
  process.exitCode = 1
  if (!isStopping) server.kill('SIGTERM')
}

const [code] = await exited
mailbox.stop()
process.exitCode ||= code ?? 1

/** Returns false if the server ended, which prints its reason. */
async function isReady(): Promise<boolean> {
  while (server.exitCode === null && server.signalCode === null) {
    if (await answers('/api/ready')) return true
    await wait(100)
  }
  return false
}

async function answers(path: string): Promise<boolean> {
  try {
    return (await fetch(origin + path)).ok
  } catch {
    return false
  }
}

/** Returns a summary, or null if the demo was loaded before. */
async function load(): Promise<string | null> {
  const speakers: unknown[] = await (await fetch(`${origin}/api/speakers`)).json()
  if (speakers.length > 0) return null
  // Loaded on demand, because the sample is generated.
  const sample = isLarge ? (await import('../demo/large/large.ts')).large : undefined
  const counts = await loadDemo(origin, admin, sample)
  return `${counts.speakers} speakers, ${counts.scenarios} escenarios, ${counts.events} eventos, ${counts.partners} partners y ${counts.registrations} registros (${counts.confirmed} confirmados).`
}
