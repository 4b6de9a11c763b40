/** Puts archived editions into the published folder, so that a web server can send them alone. */
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Db } from '../../data/db/db.ts'
import { type EditionFile, eachFile } from '../../data/editions/files.ts'
import { endings } from '../http/representations.ts'

/** Identifies the archiving, because an edition can be reopened and archived again. */
const mark = '.terminada'

/** The web server may run as another user, and `mkdtemp` creates folders for their owner only. */
const [shown, onlyOurs] = [0o755, 0o700]

/** Writes missing edition folders as a whole and removes those of deleted editions. `marks` are by year. */
export async function layOutEditions(db: Db, wwwDir: string, marks: ReadonlyMap<string, string>): Promise<void> {
  await mkdir(wwwDir, { recursive: true })
  for (const name of await readdir(wwwDir)) {
    const isLeft = /^\d{4}$/.test(name) ? !marks.has(name) : name.startsWith('.edicion-')
    if (isLeft) await rm(join(wwwDir, name), { recursive: true, force: true })
  }
  for (const [year, at] of marks) {
    const folder = join(wwwDir, year)
    if ((await readFile(join(folder, mark), 'utf8').catch(() => null)) === at) {
      // Folders written before 2026-11-26 have this mode.
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
