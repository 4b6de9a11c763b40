import { fstatSync } from 'node:fs'
import { type Logger, pino } from 'pino'
import { codeOf } from '../../data/error-code.ts'
import { StartProblem } from './start-problem.ts'

/** Priorities of systemd: https://man7.org/linux/man-pages/man3/sd-daemon.3.html */
const priorities: Record<number, string> = { 10: '<7>', 20: '<7>', 30: '<6>', 40: '<4>', 50: '<3>', 60: '<2>' }

/** JOURNAL_STREAM: https://www.freedesktop.org/software/systemd/man/latest/systemd.exec.html */
function isJournal(fd: number): boolean {
  const stream = process.env.JOURNAL_STREAM
  if (!stream) return false
  const { dev, ino } = fstatSync(fd)
  return stream === `${dev}:${ino}`
}

const maxWaitingBytes = 256 * 1024

/** A full disk loses lines of the log but does not stop the process. */
export function createLog(): Logger {
  const out = pino.destination({ dest: 1, sync: true, maxLength: maxWaitingBytes })
  const ignore = () => {}
  out.on('error', ignore)
  for (const stream of [process.stdout, process.stderr]) stream.on('error', ignore)
  // A flush would block while the disk is full.
  out.flushSync = () => {}
  if (!isJournal(1)) return pino(out)
  const prefixed = {
    // https://getpino.io/#/docs/api?id=pino-metadata
    [Symbol.for('pino.metadata')]: true,
    lastLevel: 30,
    write: (line: string) => void out.write(`${priorities[prefixed.lastLevel] ?? ''}${line}`),
  }
  return pino({}, prefixed)
}

export function endWith(reason: string): never {
  console.error(isJournal(2) ? `<3>${reason}` : `\n  ${reason}\n`)
  process.exit(1)
}

const diskProblems: Record<string, string> = {
  ENOSPC: 'el disco está lleno; libera espacio y vuelve a intentarlo',
  EDQUOT: 'el disco está lleno; libera espacio y vuelve a intentarlo',
  EROFS: 'no se puede escribir; el disco es de solo lectura',
  EACCES: 'no hay permiso; revisa de quién es',
  EPERM: 'no hay permiso; revisa de quién es',
  EEXIST: 'no es una carpeta',
  ENOTDIR: 'no es una carpeta',
}

function reasonOf(error: unknown): string | null {
  if (error instanceof StartProblem) return error.message
  const problem = diskProblems[codeOf(error)]
  const path = error instanceof Error && 'path' in error ? error.path : null
  return problem && path ? `${path}: ${problem}` : null
}

/** During the start, shows an error that an operator can fix as one Spanish line. */
export function endOnProblems(what = 'No se puede', log?: Logger): () => void {
  let isStarted = false
  process.on('uncaughtException', (error) => {
    const reason = isStarted ? null : reasonOf(error)
    if (reason !== null) endWith(`${what}: ${reason}`)
    if (log) log.fatal({ err: error }, 'the process ends')
    else console.error(error)
    process.exit(1)
  })
  return () => {
    isStarted = true
  }
}
