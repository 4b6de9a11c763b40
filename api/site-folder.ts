/** The published site on disk, in the form that any static host serves. */
import { existsSync, readFileSync } from 'node:fs'
import { cp, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { hashOf, immutable, revalidate, type SiteFile } from './site.ts'

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml; charset=utf-8',
}

/** Reads what the build made for browsers (scripts, fonts, icons), with the compressed forms beside each file. */
export async function readAssets(clientDir: string): Promise<Map<string, SiteFile>> {
  const files = new Map<string, SiteFile>()
  for (const entry of await readdir(clientDir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || /\.(br|gz)$/.test(entry.name)) continue
    const path = join(entry.parentPath, entry.name)
    const url = path.slice(clientDir.length).split(sep).join('/')
    files.set(url, readAsset(path, url))
  }
  return files
}

function readAsset(path: string, url: string): SiteFile {
  const body = readFileSync(path)
  const beside = (ending: string) => (existsSync(path + ending) ? readFileSync(path + ending) : undefined)
  return {
    body,
    br: beside('.br'),
    gzip: beside('.gz'),
    hash: hashOf(body),
    type: types[path.slice(path.lastIndexOf('.'))] ?? 'application/octet-stream',
    cacheControl: url.startsWith('/_assets/') ? immutable : revalidate,
  }
}

/** Lays the built assets into the published folder and removes those of earlier builds. */
export async function copyAssets(clientDir: string, wwwDir: string): Promise<void> {
  await mkdir(wwwDir, { recursive: true })
  await rm(join(wwwDir, '_assets'), { recursive: true, force: true })
  await cp(clientDir, wwwDir, { recursive: true })
}

/** Writes a file and its compressed forms so that each is there whole or not at all, even after a power cut. */
export async function writePage(wwwDir: string, name: string, file: SiteFile): Promise<void> {
  const path = join(wwwDir, name)
  await mkdir(dirname(path), { recursive: true })
  if (file.br) await writeWhole(`${path}.br`, file.br)
  if (file.gzip) await writeWhole(`${path}.gz`, file.gzip)
  await writeWhole(path, file.body)
}

async function writeWhole(path: string, body: Buffer): Promise<void> {
  const temporary = `${path}.tmp`
  const file = await open(temporary, 'w', 0o644)
  try {
    await file.writeFile(body)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(temporary, path)
}
