import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Db } from '../../data/db/db.ts'
import { archivedIds, archivePeople, restorePeople } from '../../data/editions/archived-people.ts'
import { forgetEdition, prepareEdition, unfinishedWork } from '../../data/editions/editions.ts'
import { type EditionFile, removeFiles, storeFiles } from '../../data/editions/files.ts'
import type { Erasures } from '../backup/erasures.ts'
import { eraseInParts } from '../registrations/retention.ts'

const [archivedAtOnceCount, restoredAtOnceCount] = [50, 25]

type Options = { db: Db; erasures: Erasures; config: { timeZone: string } }

/**
 * Continues to archive, restore or erase an edition's people after an interruption. Erases only if `isClockSteady`. `now` is ISO
 * 8601 in UTC.
 */
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
    if (work === 'archive') while (archivePeople(db, year, finishedAt, archivedAtOnceCount)) await nextTurn()
    else {
      for (const isWaiting of [false, true])
        while (restorePeople(db, year, { isWaiting, limit: restoredAtOnceCount, at: now })) await nextTurn()
      await removeEdition(db, year)
    }
  }
}

/** Stores the files of an edition. They stay hidden until `finishEdition`. Returns false if the year already has an edition. */
export async function storeEdition(db: Db, year: string, files: readonly EditionFile[], now: string): Promise<boolean> {
  let prepared = prepareEdition(db, year, now)
  if (prepared === 'left') {
    await removeEdition(db, year)
    prepared = prepareEdition(db, year, now)
  }
  if (prepared !== 'ready') return false
  for (let stored = 0; stored < files.length; await nextTurn()) stored = storeFiles(db, year, files, stored)
  return true
}

export async function removeEdition(db: Db, year: string): Promise<void> {
  while (removeFiles(db, year)) await nextTurn()
  forgetEdition(db, year)
}

export async function erasePeopleOf(options: Options, year: string, now: string): Promise<void> {
  await eraseInParts(options, (limit) => archivedIds(options.db, year, limit), now)
}
