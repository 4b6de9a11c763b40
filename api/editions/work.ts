import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Db } from '../../data/db/db.ts'
import { bringPeopleBack, idsApart, setPeopleApart } from '../../data/editions/archived-people.ts'
import { forgetEdition, prepareEdition, unfinishedWork } from '../../data/editions/editions.ts'
import { type EditionFile, removeFiles, storeFiles } from '../../data/editions/files.ts'
import type { Erasures } from '../backup/erasures.ts'
import { eraseInParts } from '../registrations/retention.ts'

/** Moved in one transaction, in which everybody else waits: putting one back writes all that a search looks at. */
const [apartAtOnce, backAtOnce] = [50, 25]

type Options = { db: Db; erasures: Erasures; config: { timeZone: string } }

/**
 * Does what the end of an edition, or its way back, left to do with its people: some at a time, so that requests have their turn;
 * stopped in between, the rest is done the next time. `now` is ISO 8601 in UTC. Nobody is erased because their time is over unless
 * the clock can be believed: that is for the hourly look at what is old.
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
    if (work === 'set-apart') while (setPeopleApart(db, year, finishedAt, apartAtOnce)) await nextTurn()
    else {
      for (const waits of [false, true]) while (bringPeopleBack(db, year, { waits, most: backAtOnce, at: now })) await nextTurn()
      await forget(db, year)
    }
  }
}

/**
 * Stores the files of an edition that is about to end, some at a time: nobody sees them until `finishEdition`. False when there
 * is an edition of this year.
 */
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

/** Forgets an edition that was taken back, or never ended, with its files. */
export async function forget(db: Db, year: string): Promise<void> {
  while (removeFiles(db, year)) await nextTurn()
  forgetEdition(db, year)
}

/** Erases those who registered for an edition that is over; no backup brings them back. */
export async function erasePeopleOf(options: Options, year: string, now: string): Promise<void> {
  await eraseInParts(options, (most) => idsApart(options.db, year, most), now)
}
