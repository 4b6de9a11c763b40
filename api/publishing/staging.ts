import { close, existsSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { secondMs } from '../../data/time.ts'
import { type Encoding, endings } from '../http/representations.ts'
import type { SiteFile } from '../serving/site.ts'
import { writeSynced } from '../system/disk.ts'
import { othersFirst } from '../system/timing.ts'

export const temporaryEnding = '.tmp'

/** If `file` has no body, only its compressed forms are written. */
type NewFile = { name: string; file: Partial<Pick<SiteFile, 'body' | Encoding>> }

/**
 * Writes files under temporary names. `swapIn` gives them their final names. Both functions throw if the disk cannot be written.
 */
export async function stage(wwwDir: string, files: readonly NewFile[]): Promise<{ swapIn(): Promise<void> }> {
  const temporaryFiles = files.flatMap((file) => formsOf(wwwDir, file)).map(({ path, body }) => ({ path: temporary(path), body }))
  try {
    for (const folder of new Set(temporaryFiles.map(({ path }) => dirname(path)))) mkdirSync(folder, { recursive: true })
    await writeSynced(temporaryFiles, { flags: 'w', mode: 0o644 })
  } catch (error) {
    await removeAll(temporaryFiles)
    throw error
  }
  return {
    async swapIn() {
      try {
        for (const file of files) {
          await othersFirst()
          swap(wwwDir, file)
        }
      } catch (error) {
        await removeAll(temporaryFiles)
        throw error
      }
    },
  }
}

export const isInPlace = (wwwDir: string, file: NewFile): boolean =>
  formsOf(wwwDir, file).every(({ path, body }) => existsSync(path) && readFileSync(path).equals(body))

type Form = { path: string; body: Buffer }

function formsOf(wwwDir: string, { name, file: { body, br, gzip } }: NewFile): Form[] {
  const path = join(wwwDir, name)
  const forms = [
    { path, body },
    { path: path + endings.br, body: br },
    { path: path + endings.gzip, body: gzip },
  ]
  return forms.flatMap(({ path, body }) => (body ? [{ path, body }] : []))
}

const temporary = (path: string) => path + temporaryEnding

/** Removes old compressed forms first, because a web server would send them instead of the new page. */
function swap(wwwDir: string, newFile: NewFile): void {
  const path = join(wwwDir, newFile.name)
  const forms = formsOf(wwwDir, newFile)
  const oldForms = newFile.file.body ? Object.values(endings).map((ending) => path + ending) : []
  const openFiles = [...new Set([...oldForms, ...forms.map(({ path }) => path)])].flatMap(openIfThere)
  const time = timeOf(path, newFile)
  try {
    for (const oldForm of oldForms) rmSync(oldForm, { force: true })
    for (const { path } of forms) {
      utimesSync(temporary(path), time, time)
      renameSync(temporary(path), path)
    }
  } finally {
    for (const file of openFiles) close(file)
  }
}

/**
 * The second is later than that of the replaced file. An `ETag` of nginx and Caddy contains only this second and the size.
 * Compressed forms have the time of their file.
 */
function timeOf(path: string, { file }: NewFile): Date {
  const oldMs = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
  return new Date(file.body ? Math.max(Date.now(), oldMs + secondMs) : oldMs || Date.now())
}

/** Keeps a replaced file open, because freeing its disk space is slow. The asynchronous `close` frees it in the background. */
const openIfThere = (path: string): number[] => (existsSync(path) ? [openSync(path, 'r')] : [])

async function removeAll(files: readonly { path: string }[]): Promise<void> {
  await Promise.allSettled(files.map(({ path }) => rm(path, { force: true })))
}
