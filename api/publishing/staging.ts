import { close, existsSync, mkdirSync, openSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Encoding, endings } from '../http/representations.ts'
import type { SiteFile } from '../serving/site.ts'
import { writeSynced } from '../system/disk.ts'
import { othersFirst } from '../system/timing.ts'

export const temporaryEnding = '.tmp'

/** Without a body only the compressed forms are written. */
type NewFile = { name: string; file: Partial<Pick<SiteFile, 'body' | Encoding>> }

/** Writes files under temporary names. Throws if the disk refuses, as does `swapIn`. */
export async function stage(wwwDir: string, files: readonly NewFile[]): Promise<{ swapIn(): Promise<void> }> {
  const forms = files.map(({ name, file }) => formsOf(join(wwwDir, name), file))
  try {
    for (const folder of new Set(forms.map(({ path }) => dirname(path)))) mkdirSync(folder, { recursive: true })
    await writeSynced(
      forms.flatMap(({ bodies }) => bodies.map(temporary)),
      { flags: 'w', mode: 0o644 },
    )
  } catch (error) {
    await discard(forms)
    throw error
  }
  return {
    async swapIn() {
      try {
        for (const form of forms) {
          await othersFirst()
          swap(form)
        }
      } catch (error) {
        await discard(forms)
        throw error
      }
    },
  }
}

export function isInPlace(wwwDir: string, { name, file }: NewFile): boolean {
  return formsOf(join(wwwDir, name), file).bodies.every(isOnDisk)
}

type Form = { path: string; ending: '' | (typeof endings)[Encoding]; body: Buffer }
type Forms = { path: string; bodies: Form[] }

function formsOf(path: string, { body, br, gzip }: NewFile['file']): Forms {
  const bodies: Form[] = []
  if (body) bodies.push({ path, ending: '', body })
  if (br) bodies.push({ path, ending: endings.br, body: br })
  if (gzip) bodies.push({ path, ending: endings.gzip, body: gzip })
  return { path, bodies }
}

const temporary = ({ path, ending, body }: Form) => ({ path: path + ending + temporaryEnding, body })

const isOnDisk = ({ path, ending, body }: Form) => existsSync(path + ending) && readFileSync(path + ending).equals(body)

/** Removes old forms first. A web server would send them with the new page. */
function swap({ path, bodies }: Forms): void {
  const isNewPage = bodies.some(({ ending }) => ending === '')
  const replaced = isNewPage ? ['', ...Object.values(endings)] : bodies.map(({ ending }) => ending)
  const replacedFiles = replaced.flatMap((ending) => openIfThere(path + ending))
  try {
    if (isNewPage) for (const ending of Object.values(endings)) rmSync(path + ending, { force: true })
    for (const { ending } of bodies) renameSync(path + ending + temporaryEnding, path + ending)
  } finally {
    for (const file of replacedFiles) close(file)
  }
}

/** Freeing a file is slow. An open one is freed when it is closed. */
function openIfThere(path: string): number[] {
  return existsSync(path) ? [openSync(path, 'r')] : []
}

async function discard(forms: readonly Forms[]): Promise<void> {
  const written = forms.flatMap(({ path, bodies }) => bodies.map(({ ending }) => path + ending + temporaryEnding))
  await Promise.allSettled(written.map((path) => rm(path, { force: true })))
}
