import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Logger } from 'pino'
import { hourMs, minuteMs } from '../../data/time.ts'
import { createJob, type Job } from '../system/job.ts'
import { root } from '../system/root.ts'
import { futureBackups, lastBackup } from './folder.ts'
import type { Proof } from './proof.ts'

export const backupEveryMs = 24 * hourMs

/** Exit code of `npm run backup -- --due` if a backup was made but has a warning. */
export const exitCodeWithWarning = 2

export type BackupStatus = {
  last: { takenAt: string; bytes: number; registrations: number } | null
  error: string | null
}

export type Backups = Pick<Job, 'start' | 'stop'> & {
  status(): Promise<BackupStatus>
  runIfDue(): Promise<void>
}

type Options = {
  dataDir: string
  log: Logger
  run?: (signal: AbortSignal) => Promise<unknown>
  isStored?: (folder: string) => boolean
  afterwards?: () => void
  now?: () => number
}

const program = join(root, 'scripts/backup.ts')
const runFile = promisify(execFile)

/** Runs in a process of its own, because in the server's process a backup would delay requests. */
const runProgram = (signal: AbortSignal) => runFile(process.execPath, [program, '--due'], { signal })

export function createBackups({
  dataDir,
  log,
  run = runProgram,
  isStored = () => true,
  afterwards = () => {},
  now = Date.now,
}: Options): Backups {
  const stopped = new AbortController()
  /** Cleared by a verified backup made after `at` (Unix milliseconds). */
  let failure: { reason: string; at: number } | null = null
  let began = 0

  async function runIfDue(): Promise<void> {
    const last = await lastBackup(dataDir, now())
    const future = await futureBackups(dataDir, now())
    if (future.length > 0) log.error({ future }, 'backups from the future: the clock is wrong, or was')
    if (last && now() - Date.parse(last.proof.takenAt) < backupEveryMs && isStored(last.folder)) return
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
    // If the backup was made but has a warning, `at` is after that backup, so that it does not clear its own warning.
    failure = { reason: reasonOf(error), at: isMade(error) ? now() : began }
  }

  const job = createJob({ work: runIfDue, everyMs: hourMs, firstRunAfterMs: minuteMs, onError: noteFailure })

  return {
    async status() {
      const last = await lastBackup(dataDir, now())
      const future = await futureBackups(dataDir, now())
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

export function damageWarning({ damaged = [], damagedInUse = damaged }: Pick<Proof, 'damaged' | 'damagedInUse'>): string | null {
  if (damagedInUse.length === 0) return null
  return `el respaldo está hecho, pero hay archivos subidos que el disco cambió (${damagedInUse.join(', ')}): súbelos de nuevo, y revisa el disco. Cuando estén reemplazados, el siguiente respaldo ya no los cuenta`
}

export function futureWarning(names: readonly string[]): string {
  return `hay respaldos con fecha futura (${names.join(', ')}) y no cuentan; revisa el reloj del servidor`
}

const isMade = (failure: unknown): boolean =>
  failure instanceof Error && 'code' in failure && failure.code === exitCodeWithWarning

function reasonOf(failure: unknown): string {
  const message = failure instanceof Error && 'stdout' in failure ? String(failure.stdout).trim() : ''
  return message || 'ocurrió un error inesperado'
}
