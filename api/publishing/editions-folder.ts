/** The pages of editions that are over in the published folder, so that any web server sends them without this process. */
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Db } from '../../data/db/db.ts'
import { type EditionFile, eachFile } from '../../data/editions/files.ts'
import { endings } from '../http/representations.ts'

/** What such a folder holds besides: which end of an edition it is of, for one can be taken back and come again. */
const mark = '.terminada'

/** The web server of the published folder may run as another user. A folder of `mkdtemp` is only its maker's. */
const [shown, onlyOurs] = [0o755, 0o700]

/**
 * Writes each edition's folder that is not there, whole or not at all, and removes those that are no edition's any more. `marks`
 * are what tells one end of an edition from another, by year.
 */
export async function layOutEditions(db: Db, wwwDir: string, marks: ReadonlyMap<string, string>): Promise<void> {
  await mkdir(wwwDir, { recursive: true })
  for (const name of await readdir(wwwDir)) {
    const isLeft = /^\d{4}$/.test(name) ? !marks.has(name) : name.startsWith('.edicion-')
    if (isLeft) await rm(join(wwwDir, name), { recursive: true, force: true })
  }
  for (const [year, at] of marks) {
    const folder = join(wwwDir, year)
    if ((await readFile(join(folder, mark), 'utf8').catch(() => null)) === at) {
      // As it was left until 2026-11-26.
      if (((await stat(folder)).mode & 0o777) === onlyOurs) await chmod(folder, shown)
      continue
    }
    const work = await mkdtemp(join(wwwDir, '.edicion-'))
    for (const file of eachFile(db, year)) {
      await writeForms(join(work, file.name), file)
      await nextTurn()
    }
    await writeFile(join(work, mark), at)
    await chmod(work, shown)
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
