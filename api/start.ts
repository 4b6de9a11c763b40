/** What a server's start does about folders and disks that are not as they should be. */
import type { Logger } from 'pino'
import { type Db, shareAgain } from '../data/db/db.ts'
import { fillPlaces } from '../data/registrations/set-status.ts'
import type { Config } from './config.ts'
import { checkDatabase, DatabaseProblem, databaseProblem, openDatabase } from './database.ts'
import type { Mailer } from './mail/mailer.ts'
import type { Publisher } from './publishing/publisher.ts'
import { placeChange } from './registrations/place-change.ts'
import type { LeaseKeeper } from './store/lease-keeper.ts'
import { NotThisMachine } from './store/not-this-machine.ts'
import { DataDirInUse, lockDataDir } from './system/data-lock.ts'
import { createJob, type Job } from './system/job.ts'

/**
 * Takes `dataDir` for this process and opens its database, which has been looked through for damage. Throws DataDirInUse
 * or DatabaseProblem, with what is wrong in Spanish.
 */
export async function openForServing(dataDir: string): Promise<Db> {
  await lockDataDir(dataDir).catch((error: unknown) => {
    throw databaseProblem(error, dataDir)
  })
  checkDatabase(dataDir)
  return openDatabase(dataDir)
}

/** Takes the right to write to the bucket, and ends the process at once when another machine has it: what is written then is lost. */
export async function holdBucket(config: Config, store: NonNullable<Config['store']>): Promise<LeaseKeeper> {
  const { openLease } = await import('./store/open-lease.ts')
  return openLease(config, store, (reason) => {
    console.error(`\n  Este proceso termina: ${reason}\n`)
    process.exit(1)
  })
}

/** Ends the process with the reason alone where it is one for people; throws everything else. */
export function endWithReason(error: unknown): never {
  const isForPeople = error instanceof DataDirInUse || error instanceof DatabaseProblem || error instanceof NotThisMachine
  if (!isForPeople) throw error
  console.error(`\n  No se puede iniciar: ${error.message}\n`)
  process.exit(1)
}

/**
 * Gives places that are free to those who wait: a restored backup may have people who wait behind somebody who was deleted
 * since. Left for the next change of places where the disk has no room.
 */
export function fillFreePlaces(db: Db, mailer: Pick<Mailer, 'queue'> | null, log: Logger): void {
  try {
    db.transaction(() => fillPlaces(db, placeChange(mailer))).immediate()
  } catch (error) {
    log.warn({ err: error }, 'free places stay free for now')
  }
}

/** Tries every ten seconds what could not be done because the disk was full, so that nobody has to restart. */
export function createRetries(db: Db, publisher: Publisher, log: Logger): Job {
  const every = 10_000
  return createJob({
    every,
    firstAfter: every,
    async work() {
      if (publisher.status().publishedAt === null) await publisher.publish()
      shareAgain(db)
    },
    onError: (error) => log.warn({ err: error }, 'the database stays with this process alone'),
  })
}

/** Writes what the log holds into the database and empties it; deferred where the disk has no room. */
export function truncateWal(db: Db, log: Logger): void {
  try {
    db.pragma('wal_checkpoint(TRUNCATE)')
  } catch (error) {
    log.warn({ err: error }, "the database's log stays until there is room")
  }
}
