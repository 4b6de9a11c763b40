import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Logger } from 'pino'
import { hour, minute } from '../../data/time.ts'
import { createJob, type Job } from '../system/job.ts'
import { root } from '../system/root.ts'
import { futureBackups, lastBackup } from './folder.ts'
import type { Proof } from './proof.ts'

/** A backup of this age, in milliseconds, is followed by another. */
export const backupAge = 24 * hour

/** How `npm run backup -- --due` ends when the backup was made, and there is something to say of it. */
export const exitMade = 2

/** The newest backup that was proven, and why there is no newer one where the last attempt failed. */
export type BackupStatus = {
  last: { takenAt: string; bytes: number; registrations: number } | null
  error: string | null
}

export type Backups = Pick<Job, 'start' | 'stop'> & {
  status(): Promise<BackupStatus>
  /** Backs up when the newest backup is a day old. Ended by `stop`; an hour later the next one removes the folder it leaves incomplete. */
  runIfDue(): Promise<void>
}

type Options = {
  dataDir: string
  log: Logger
  /**
   * Makes a backup; throws, with a reason for people in `stdout`, when there is none, or when there is something to say of the one that
   * was made: `code` is `exitMade` then.
   */
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
  /** Why the last attempt failed, and the instant (Unix milliseconds) after which a good backup makes up for it. */
  let failure: { reason: string; at: number } | null = null
  /** When it began. */
  let began = 0

  async function runIfDue(): Promise<void> {
    const last = await lastBackup(dataDir, now())
    const future = await futureBackups(dataDir, now())
    if (future.length > 0) log.error({ future }, 'backups from the future: the clock is wrong, or was')
    if (last && now() - Date.parse(last.proof.takenAt) < backupAge && isStored(last.folder)) return
    began = now()
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
    // One that somebody took meanwhile makes up for one that was not made, but none for what it has to say of itself.
    failure = { reason: reasonOf(error), at: isMade(error) ? now() : began }
  }

  const job = createJob({ work: runIfDue, every: hour, firstAfter: minute, onError: noteFailure })

  return {
    async status() {
      const last = await lastBackup(dataDir, now())
      const future = await futureBackups(dataDir, now())
      // One that somebody made since makes up for it.
      const isMadeUp = failure !== null && last !== null && Date.parse(last.proof.takenAt) > failure.at && isStored(last.folder)
      const reason = isMadeUp ? null : failure?.reason
      const error = reason ?? (last && damageWarning(last.proof)) ?? (future.length > 0 ? futureWarning(future) : null)
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

/** What is said of a backup whose uploads the disk has changed, to follow a colon; null where none of those is in use. */
export function damageWarning({ damaged = [], damagedInUse = damaged }: Pick<Proof, 'damaged' | 'damagedInUse'>): string | null {
  if (damagedInUse.length === 0) return null
  return `el respaldo está hecho, pero hay archivos subidos que el disco cambió (${damagedInUse.join(', ')}): súbelos de nuevo, y revisa el disco. Cuando estén reemplazados, el siguiente respaldo ya no los cuenta`
}

/** What is said of backups from the future, to follow a colon. */
export function futureWarning(names: readonly string[]): string {
  return `hay respaldos con fecha futura (${names.join(', ')}) y no cuentan; revisa el reloj del servidor`
}

const isMade = (failure: unknown): boolean => failure instanceof Error && 'code' in failure && failure.code === exitMade

function reasonOf(failure: unknown): string {
  const said = failure instanceof Error && 'stdout' in failure ? String(failure.stdout).trim() : ''
  return said || 'ocurrió un error inesperado'
}
