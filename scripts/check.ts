/** `npm run admin -- --check` reports problems, one in each line, and changes nothing. */
import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { accountKey, fitsKeyFile } from '../api/accounts/totp.ts'
import { lastBackup } from '../api/backup/folder.ts'
import { type Config, readConfig } from '../api/config.ts'
import { hasDatabase } from '../api/database.ts'
import { openConnection } from '../api/mail/connection.ts'
import { openBucket } from '../api/store/bucket.ts'
import { newestLease } from '../api/store/lease.ts'
import { withTimeout } from '../api/store/lease-keeper.ts'
import { storeProblem } from '../api/store/problem.ts'
import { distDir } from '../api/system/root.ts'
import { SettingsProblem } from '../api/system/settings.ts'
import { databaseName } from '../data/db/db.ts'
import { migrations } from '../data/db/migrations.ts'
import { lookInto } from '../data/db/snapshot.ts'
import { hourMs } from '../data/time.ts'

/** Time limit for answers of other machines. */
const timeoutMs = 10_000

type Result = { state: 'bien' | 'nota' | 'mal'; message: string }

const fine = (message: string): Result => ({ state: 'bien', message })
const note = (message: string): Result => ({ state: 'nota', message })
const wrong = (message: string): Result => ({ state: 'mal', message })

/** Resolves with exit code 1 if there is a problem. */
export async function check(env: NodeJS.ProcessEnv): Promise<number> {
  let config: Config
  try {
    config = readConfig(env)
  } catch (error) {
    if (!(error instanceof SettingsProblem)) throw error
    for (const problem of error.problems) print('configuración', wrong(problem))
    return 1
  }
  const isRunning = await answers(`${ownAddress(config)}/api/live`)
  const checks: [string, () => Result | Promise<Result>][] = [
    ['configuración', () => fine(`el sitio es ${config.publicOrigin}, y el proceso escucha en ${config.host}:${config.port}`)],
    ['programa', () => (existsSync(join(distDir, 'api')) ? fine('está construido') : wrong('falta construirlo: npm run build'))],
    ['puerto', () => (isRunning ? fine(`el sitio está en marcha en el puerto ${config.port}`) : freePort(config))],
    ['carpeta', () => folder(config)],
    ['base de datos', () => database(config)],
    ['segundo factor', () => secondFactor(config)],
    ['respaldos', () => backups(config)],
    ['correo', () => mail(config)],
    ['almacén', () => bucket(config)],
    ['proxy', () => proxy(config, isRunning)],
  ]
  let code = 0
  for (const [matter, run] of checks) {
    const result = await Promise.resolve()
      .then(run)
      .catch((error: unknown) => wrong(error instanceof Error ? error.message.replace(/\s+/g, ' ') : String(error)))
    print(matter, result)
    if (result.state === 'mal') code = 1
  }
  return code
}

const print = (matter: string, { state, message }: Result) => console.log(`${state}  ${matter}: ${message}`)

function ownAddress({ host, port }: Config): string {
  const name = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '[::1]' : host.includes(':') ? `[${host}]` : host
  return `http://${name}:${port}`
}

/** Returns true if a server of this project answers at the address. */
async function answers(address: string): Promise<boolean> {
  const answer = await ask(address)
  return answer?.status === 200 && (await answer.text()).includes('"ok"')
}

const ask = (address: string) => fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) }).catch(() => null)

function freePort({ host, port }: Config): Promise<Result> {
  const server = createServer()
  return new Promise((resolve) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      resolve(
        error.code === 'EADDRINUSE'
          ? wrong(`el ${port} ya está en uso por otro programa (PORT)`)
          : wrong(`no se puede usar ${host}:${port} (HOST, PORT): ${error.code}`),
      ),
    )
    server.listen(port, host, () => server.close(() => resolve(fine(`el ${port} está libre`))))
  })
}

function folder({ dataDir }: Config): Result {
  // The server will create missing folders inside the nearest folder that exists.
  let nearest = dataDir
  while (!existsSync(nearest)) nearest = dirname(nearest)
  const { uid } = statSync(nearest)
  if (!statSync(nearest).isDirectory()) return wrong(`${nearest} no es una carpeta (DATA_DIR)`)
  try {
    accessSync(nearest, constants.W_OK | constants.X_OK)
  } catch {
    return wrong(`no se puede escribir en ${nearest} (DATA_DIR)`)
  }
  const { bavail, bsize } = statfsSync(nearest)
  const free = Math.floor((bavail * bsize) / 1024 / 1024)
  if (free < 32) return wrong(`en el disco de ${dataDir} quedan ${free} MB: ya no se aceptan archivos ni respaldos`)
  if (nearest !== dataDir) return note(`${dataDir} todavía no existe; se hace al iniciar (${free} MB libres)`)
  const ownUid = process.getuid?.()
  if (ownUid !== undefined && ownUid !== uid)
    return note(`${dataDir} es de otro usuario (${uid}): usa los comandos como ese usuario`)
  return fine(`${dataDir}, con ${free} MB libres`)
}

function database({ dataDir }: Config): Result {
  if (!hasDatabase(dataDir)) return note('todavía no hay; se hace al iniciar')
  const file = join(dataDir, databaseName)
  const { version, damage } = lookInto(file)
  if (damage) return wrong(`${file} está dañada; restaura un respaldo con npm run restore (docs/backups.md)`)
  if (version > migrations.length)
    return wrong(`es de una versión más nueva (${version}) que este programa (${migrations.length})`)
  if (version < migrations.length)
    return note(`al iniciar se actualiza de la versión ${version} a la ${migrations.length}, con un respaldo antes`)
  return fine(`está entera, en la versión ${version}`)
}

/** Checks the key file of authenticator codes, because backups and replicas do not contain it. */
function secondFactor({ dataDir }: Config): Result {
  const sealed = hasDatabase(dataDir) ? lookInto(join(dataDir, databaseName)).sealed : null
  if (!sealed) return fine('nadie usa una aplicación de códigos')
  if (fitsKeyFile(dataDir, sealed)) return fine(`los códigos se comprueban con ${accountKey}`)
  return wrong(
    `${accountKey} falta o es de otra máquina: los códigos de las aplicaciones no sirven aquí. Copia ${join(dataDir, accountKey)} de la máquina de antes y reinicia; si se perdió, cada quien entra con un código de recuperación y agrega su aplicación otra vez`,
  )
}

async function backups({ dataDir }: Config): Promise<Result> {
  // Listing backups would create the folder.
  if (!existsSync(join(dataDir, 'backups'))) return note('todavía no hay; el primero se hace un minuto después de iniciar')
  const last = await lastBackup(dataDir)
  if (!last) return wrong('no hay ninguno verificado')
  const hours = Math.floor((Date.now() - Date.parse(last.proof.takenAt)) / hourMs)
  const message = `el último verificado es de hace ${hours} horas`
  return hours > 36 ? wrong(message) : fine(message)
}

async function mail({ mail }: Config): Promise<Result> {
  if (!mail) return note('sin configurar: no se envía ninguno (SMTP_URL y MAIL_FROM)')
  const { host, port, auth } = mail.server
  try {
    const connection = await openConnection(mail, { answerMs: timeoutMs, acceptedMs: timeoutMs })
    connection.quit()
    return fine(`${host}:${port} responde${auth ? ' y acepta usuario y contraseña' : ''}`)
  } catch (error) {
    return wrong(`${host}:${port} no sirve: ${error instanceof Error ? error.message : error}`)
  }
}

async function bucket({ store }: Config): Promise<Result> {
  if (!store) return note('sin configurar: todo está en esta máquina (S3_ENDPOINT y las demás)')
  try {
    const top = await withTimeout(newestLease(openBucket(store)), timeoutMs)
    return fine(`${store.bucket} responde; ${top ? `lo tiene la máquina ${top.host}` : 'ninguna máquina lo ha tomado'}`)
  } catch (error) {
    return wrong(`${store.bucket}: ${storeProblem(error)}`)
  }
}

async function proxy(config: Config, isRunning: boolean): Promise<Result> {
  const { publicOrigin, trustProxy } = config
  const { protocol, hostname } = new URL(publicOrigin)
  if (hostname === 'localhost' || publicOrigin === ownAddress(config))
    return note('ninguno: el sitio es de esta máquina (PUBLIC_ORIGIN)')
  if (protocol === 'https:' && trustProxy === 0)
    return wrong('con https hay un servidor web delante: sin TRUST_PROXY=1 todos los visitantes cuentan como uno')
  const answer = await ask(`${publicOrigin}/api/live`)
  if (!answer) return wrong(`${publicOrigin} no responde: revisa el dominio, el certificado y el servidor web`)
  if (answer.status === 200) return fine(`${publicOrigin} llega hasta el proceso`)
  if (!isRunning && answer.status >= 502) return note(`${publicOrigin} responde; el proceso no está en marcha`)
  return wrong(`${publicOrigin}/api/live responde ${answer.status}: el servidor web no lleva /api al proceso`)
}
