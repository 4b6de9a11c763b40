import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Logger } from 'pino'
import { hour, minute } from '../../data/time.ts'
import { createJob, type Job } from '../system/job.ts'
import { root } from '../system/root.ts'
import { futureBackups, lastBackup } from './folder.ts'

/** A backup of this age, in milliseconds, is followed by another. */
export const backupAge = 24 * hour

/** The newest backup that was proven, and why there is no newer one where the last attempt failed. */
export type BackupStatus = {
  last: { takenAt: string; bytes: number; registrations: number } | null
  error: string | null
}

export type Backups = Pick<Job, 'start' | 'stop'> & {
  status(): Promise<BackupStatus>
  /** Backs up when the newest backup is a day old. Ended by `stop`; the next one removes the folder it leaves incomplete. */
  runIfDue(): Promise<void>
}

type Options = {
  dataDir: string
  log: Logger
  /** Makes a backup; throws, with a reason for people in `stdout`, when there is none. */
  run?: (signal: AbortSignal) => Promise<unknown>
  /** Whether the backup in a folder is wherever else it has to be. */
  isStored?: (folder: string) => boolean
  /** Called after each attempt. */
  afterwards?: () => void
  now?: () => number
}

const program = join(root, 'scripts/backup.ts')
const runFile = promisify(execFile)

/** In a process of its own: copying, checking and rendering would delay requests. */
const runProgram = (signal: AbortSignal) => runFile(process.execPath, [program, '--due'], { signal })

/** The daily backups of a running server: a minute after `start` it looks whether one is due, and then every hour. */
export function createBackups({
  dataDir,
  log,
  run = runProgram,
  isStored = () => true,
  afterwards = () => {},
  now = Date.now,
}: Options): Backups {
  const stopped = new AbortController()
  /** Why the last attempt failed, and when (Unix milliseconds). */
  let failure: { reason: string; at: number } | null = null

  async function runIfDue(): Promise<void> {
    const last = await lastBackup(dataDir, now())
    const future = await futureBackups(dataDir, now())
    if (future.length > 0) log.error({ future }, 'backups from the future: the clock is wrong, or was')
    if (last && now() - Date.parse(last.proof.takenAt) < backupAge && isStored(last.folder)) return
    try {
      await run(stopped.signal)
    } finally {
      if (!stopped.signal.aborted) afterwards()
    }
    failure = null
    log.info('backup made and verified')
  }

  function noteFailure(error: unknown): void {
    if (stopped.signal.aborted) return
    log.error({ err: error }, 'no verified backup could be made')
    failure = { reason: reasonOf(error), at: now() }
  }

  const job = createJob({ work: runIfDue, every: hour, firstAfter: minute, onError: noteFailure })

  return {
    async status() {
      const last = await lastBackup(dataDir, now())
      const future = await futureBackups(dataDir, now())
      // One that somebody made since makes up for it.
      const isMadeUp = failure !== null && last !== null && Date.parse(last.proof.takenAt) > failure.at && isStored(last.folder)
      const reason = isMadeUp ? null : failure?.reason
      const error = reason ?? (future.length > 0 ? futureWarning(future) : null)
      if (!last) return { last: null, error }
      const { takenAt, database, rows } = last.proof
      return { last: { takenAt, bytes: database.bytes, registrations: rows.registrations ?? 0 }, error }
    },
    start: job.start,
    stop() {
      stopped.abort()
      return job.stop()
    },
    runIfDue: () => runIfDue().catch(noteFailure),
  }
}

/** What is said of backups from the future, to follow a colon. */
export function futureWarning(names: readonly string[]): string {
  return `hay respaldos con fecha futura (${names.join(', ')}) y no cuentan; revisa el reloj del servidor`
}

function reasonOf(failure: unknown): string {
  const said = failure instanceof Error && 'stdout' in failure ? String(failure.stdout).trim() : ''
  return said || 'ocurrió un error inesperado'
}
