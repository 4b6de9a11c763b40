import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Db } from '../../data/db/db.ts'
import { bringPeopleBack, idsApart, setPeopleApart } from '../../data/editions/archived-people.ts'
import { forgetEdition, prepareEdition, unfinishedWork } from '../../data/editions/editions.ts'
import { type EditionFile, removeFiles, storeFiles } from '../../data/editions/files.ts'
import type { Erasures } from '../backup/erasures.ts'
import { eraseInParts } from '../registrations/retention.ts'

/** Per transaction, which blocks other writes. */
const [apartAtOnce, backAtOnce] = [50, 25]

type Options = { db: Db; erasures: Erasures; config: { timeZone: string } }

/** `now` is ISO 8601 in UTC. Erases expired people only if `isClockSteady`. */
export async function finishWork(
  options: Options,
  { now = new Date().toISOString(), isClockSteady = false } = {},
): Promise<void> {
  const { db } = options
  for (const { year, finishedAt, work } of unfinishedWork(db, now, isClockSteady)) {
    if (work === 'erase') {
      await erasePeopleOf(options, year, now)
      continue
    }
    if (work === 'set-apart') while (setPeopleApart(db, year, finishedAt, apartAtOnce)) await nextTurn()
    else {
      for (const waits of [false, true]) while (bringPeopleBack(db, year, { waits, most: backAtOnce, at: now })) await nextTurn()
      await forget(db, year)
    }
  }
}

/** Hidden until `finishEdition`. False if the year already has an edition. */
export async function storeEdition(db: Db, year: string, files: readonly EditionFile[], now: string): Promise<boolean> {
  let prepared = prepareEdition(db, year, now)
  if (prepared === 'left') {
    await forget(db, year)
    prepared = prepareEdition(db, year, now)
  }
  if (prepared !== 'ready') return false
  for (let stored = 0; stored < files.length; await nextTurn()) stored = storeFiles(db, year, files, stored)
  return true
}

/** Deletes an unfinished or undone edition. */
export async function forget(db: Db, year: string): Promise<void> {
  while (removeFiles(db, year)) await nextTurn()
  forgetEdition(db, year)
}

/** Erases from backups too. */
export async function erasePeopleOf(options: Options, year: string, now: string): Promise<void> {
  await eraseInParts(options, (most) => idsApart(options.db, year, most), now)
}
