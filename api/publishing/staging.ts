/** Replaces several files of the published site so that visitors never see half a change. */
import { close, existsSync, mkdirSync, openSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Encoding, endings } from '../http/representations.ts'
import type { SiteFile } from '../serving/site.ts'
import { writeSynced } from '../system/disk.ts'
import { othersFirst } from '../system/timing.ts'

export const temporaryEnding = '.tmp'

/**
 * A file of the published site by its name in the folder, such as `login/index.html`; without a body its compressed forms
 * alone, of the page that is there already.
 */
type Named = { name: string; file: Partial<Pick<SiteFile, 'body' | Encoding>> }

/** Files written under temporary names, ready to replace those in the published folder. */
type Staged = {
  /** Gives everything its own name. When the disk fails halfway, some files are replaced and the others are not. */
  swapIn(): Promise<void>
}

/**
 * Writes files with their compressed forms into the published folder, each under a temporary name and on the disk even
 * after a power cut. Throws when the disk refuses one of them (it is full, say); visitors' files are untouched then.
 */
export async function stage(wwwDir: string, files: readonly Named[]): Promise<Staged> {
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

/** Whether a file and its compressed forms are in the published folder exactly as they are here. */
export function isInPlace(wwwDir: string, { name, file }: Named): boolean {
  return formsOf(join(wwwDir, name), file).bodies.every(isOnDisk)
}

type Form = { path: string; ending: '' | (typeof endings)[Encoding]; body: Buffer }
type Forms = { path: string; bodies: Form[] }

function formsOf(path: string, { body, br, gzip }: Named['file']): Forms {
  const bodies: Form[] = []
  if (body) bodies.push({ path, ending: '', body })
  if (br) bodies.push({ path, ending: endings.br, body: br })
  if (gzip) bodies.push({ path, ending: endings.gzip, body: gzip })
  return { path, bodies }
}

const temporary = ({ path, ending, body }: Form) => ({ path: path + ending + temporaryEnding, body })

const isOnDisk = ({ path, ending, body }: Form) => existsSync(path + ending) && readFileSync(path + ending).equals(body)

/**
 * In this order a web server that sends `page.br` for `page` never sends one of another version, wherever this stops: until a
 * new page has its compressed forms there are none. Synchronous, for it takes less time than asking for it and waiting.
 */
function swap({ path, bodies }: Forms): void {
  const isNewPage = bodies.some(({ ending }) => ending === '')
  const replaced = isNewPage ? ['', ...Object.values(endings)] : bodies.map(({ ending }) => ending)
  const held = replaced.flatMap((ending) => openIfThere(path + ending))
  try {
    if (isNewPage) for (const ending of Object.values(endings)) rmSync(path + ending, { force: true })
    for (const { ending } of bodies) renameSync(path + ending + temporaryEnding, path + ending)
  } finally {
    for (const file of held) close(file)
  }
}

/**
 * A file that is about to be replaced. The disk takes longer to forget it than all the rest takes, and forgets it when nobody
 * has it open any more: then a thread closes it, and nobody waits.
 */
function openIfThere(path: string): number[] {
  return existsSync(path) ? [openSync(path, 'r')] : []
}

async function discard(forms: readonly Forms[]): Promise<void> {
  const written = forms.flatMap(({ path, bodies }) => bodies.map(({ ending }) => path + ending + temporaryEnding))
  // What cannot be removed now is removed at the next start.
  await Promise.allSettled(written.map((path) => rm(path, { force: true })))
}
