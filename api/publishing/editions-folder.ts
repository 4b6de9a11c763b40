import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Db } from '../../data/db/db.ts'
import { type EditionFile, eachFile } from '../../data/editions/files.ts'
import { endings } from '../http/representations.ts'

/** Contains the time of the edition's end. If the edition has ended at another time since, its files are written again. */
const markFile = '.terminada'

/** Folders need the public mode, because the web server may run as another user. */
const [publicMode, privateMode] = [0o755, 0o700]

export async function layOutEditions(db: Db, wwwDir: string, finishedAtByYear: ReadonlyMap<string, string>): Promise<void> {
  await mkdir(wwwDir, { recursive: true })
  for (const name of await readdir(wwwDir)) {
    const isLeftover = /^\d{4}$/.test(name) ? !finishedAtByYear.has(name) : name.startsWith('.edicion-')
    if (isLeftover) await rm(join(wwwDir, name), { recursive: true, force: true })
  }
  for (const [year, finishedAt] of finishedAtByYear) {
    const folder = join(wwwDir, year)
    if ((await readFile(join(folder, markFile), 'utf8').catch(() => null)) === finishedAt) {
      // Folders written before 2026-11-26 have the private mode.
      if (((await stat(folder)).mode & 0o777) === privateMode) await chmod(folder, publicMode)
      continue
    }
    const work = await mkdtemp(join(wwwDir, '.edicion-'))
    for (const file of eachFile(db, year)) {
      await writeForms(join(work, file.name), file)
      await nextTurn()
    }
    await writeFile(join(work, markFile), finishedAt)
    await chmod(work, publicMode)
    await rm(folder, { recursive: true, force: true })
    await rename(work, folder)
  }
}

async function writeForms(path: string, { body, br, gzip }: EditionFile): Promise<void> {
  if (!existsSync(dirname(path))) await mkdir(dirname(path), { recursive: true })
  await writeFile(path, body)
  if (br) await writeFile(path + endings.br, br)
  if (gzip) await writeFile(path + endings.gzip, gzip)
}
