import { createWriteStream, existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Hono } from 'hono'
import { briefly, immutable } from '../http/representations.ts'
import { securityHeaders } from '../http/security-headers.ts'
import { liveName } from '../serving/site.ts'
import { svgPolicy } from '../uploads/serve.ts'
import type { Storage } from '../uploads/storage.ts'
import { createCards } from './cards.ts'
import { createPublisher, type PublisherOptions } from './publisher.ts'

/** The part of the content security policy that must be a header. The pages contain the other parts. */
export const hostPolicy = "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

const headersFile = '_headers'
const mark = '# Written by npm run export, as is everything beside it.'

type ExportOptions = PublisherOptions & { storage: Storage }

/** Returns the exported revision. Throws if the folder has files that are not from an export, or if publishing fails. */
export async function exportSite({ storage, ...options }: ExportOptions, folder: string): Promise<number> {
  const target = resolve(folder)
  await refuseOtherFiles(target)
  await mkdir(dirname(target), { recursive: true })
  const work = await mkdtemp(join(dirname(target), `.${basename(target)}-`))
  try {
    const publisher = await createPublisher({ ...options, config: { ...options.config, dataDir: work } })
    await publisher.publish()
    const { error, revision } = await publisher.finished()
    if (error) throw new Error(error)
    await publisher.compress()
    const { db, drawCard, config, log } = options
    const keptDir = join(config.dataDir, 'cards')
    const cards = { db, draw: drawCard, storage, timeZone: config.timeZone, keptDir, wwwDir: join(work, 'www'), log }
    await createCards(cards).drawAll()
    await copyUploads(storage, join(work, 'www/public-objects'))
    await writeFile(join(work, 'www', headersFile), await hostHeaders(options.config.publicOrigin))
    await swapIn(join(work, 'www'), target, join(work, 'previous'))
    return revision
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

async function refuseOtherFiles(target: string): Promise<void> {
  if (!existsSync(target) || (await readdir(target)).length === 0) return
  const file = join(target, headersFile)
  const isOurs = existsSync(file) && (await readFile(file, 'utf8')).startsWith(mark)
  if (!isOurs) throw new Error(`La carpeta ${target} no está vacía y no la escribió una exportación.`)
}

async function copyUploads(storage: Storage, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const { name } of (await storage.list()).published) {
    const upload = await storage.find(name)
    if (upload) await pipeline(await upload.read(), createWriteStream(join(folder, name)))
  }
}

async function swapIn(newFolder: string, target: string, previous: string): Promise<void> {
  const hasPrevious = existsSync(target)
  if (hasPrevious) await rename(target, previous)
  try {
    await rename(newFolder, target)
  } catch (error) {
    if (hasPrevious) await rename(previous, target)
    throw error
  }
}

async function hostHeaders(publicOrigin: string): Promise<string> {
  const site = new Hono().use(securityHeaders(publicOrigin)).all('*', (c) => c.body(null))
  const headersOf = async (path: string) => Object.fromEntries((await site.request(path)).headers)
  const everywhere = { ...(await headersOf('/')), 'content-security-policy': hostPolicy }
  // A later rule wins, so the page of the door may use the camera and other pages may not.
  const camera = { 'permissions-policy': (await headersOf('/puerta'))['permissions-policy'] ?? '' }
  return [
    mark,
    ...rule('/*', everywhere),
    ...rule('/puerta', camera),
    ...rule(`/${liveName}`, { 'cache-control': briefly }),
    ...rule('/_assets/*', { 'cache-control': immutable }),
    ...rule('/public-objects/*', { 'cache-control': immutable, 'content-security-policy': svgPolicy }),
    '',
  ].join('\n')
}

function rule(path: string, headers: Record<string, string>): string[] {
  return [path, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`)]
}
