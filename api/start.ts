import type { Logger } from 'pino'
import { clearLog, clearLogAgain, type Db, shareAgain } from '../data/db/db.ts'
import { migrations } from '../data/db/migrations.ts'
import { fillSeats } from '../data/registrations/set-status.ts'
import { checkDatabase, databaseProblem, openDatabase, schemaIn } from './database.ts'
import type { Deps } from './deps.ts'
import { placeChange } from './registrations/place-change.ts'
import { lockDataDir } from './system/data-lock.ts'
import { createJob, type Job } from './system/job.ts'

/** Locks the data folder, checks the database and opens it. Throws DataDirInUse or DatabaseProblem. */
export async function openForServing(dataDir: string, log: Logger): Promise<Db> {
  await lockDataDir(dataDir).catch((error: unknown) => {
    throw databaseProblem(error, dataDir)
  })
  checkDatabase(dataDir)
  const from = schemaIn(dataDir)
  const isOld = from !== null && from < migrations.length
  if (isOld) log.info({ from, to: migrations.length }, 'the database is backed up and brought up to date')
  const db = await openDatabase(dataDir)
  if (isOld) log.info({ schema: migrations.length }, 'the database is up to date')
  return db
}

/** Gives free seats to the waiting list. After a restore, seats may be free although people wait. */
export function fillFreePlaces({ db, config, mailer, log }: Pick<Deps, 'db' | 'config' | 'mailer' | 'log'>): void {
  try {
    db.transaction(() => fillSeats(db, placeChange({ mailer, config }))).immediate()
  } catch (error) {
    log.warn({ err: error }, 'free places stay free for now')
  }
}

const retryEveryMs = 10_000

export function createRetries(db: Db, log: Logger): Job {
  return createJob({
    everyMs: retryEveryMs,
    firstRunAfterMs: retryEveryMs,
    async work() {
      shareAgain(db)
      clearLogAgain(db)
    },
    onError: (error) => log.warn({ err: error }, 'what waits for room in the database is tried again'),
  })
}

export function truncateWal(db: Db, log: Logger): void {
  try {
    clearLog(db)
  } catch (error) {
    log.warn({ err: error }, "the database's log stays until there is room")
  }
}
