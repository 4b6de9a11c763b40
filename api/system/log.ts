import { fstatSync } from 'node:fs'
import { type Logger, pino } from 'pino'
import { codeOf } from '../../data/error-code.ts'
import { StartProblem } from './start-problem.ts'

/** pino's levels as syslog's: debug, info, warning, error, critical (https://man7.org/linux/man-pages/man3/sd-daemon.3.html). */
const priorities: Record<number, string> = { 10: '<7>', 20: '<7>', 30: '<6>', 40: '<4>', 50: '<3>', 60: '<2>' }

/**
 * Whether what is written here goes to systemd's journal, which takes a line's priority from its first characters
 * (https://www.freedesktop.org/software/systemd/man/latest/systemd.exec.html, JOURNAL_STREAM).
 */
function isJournal(fd: number): boolean {
  const stream = process.env.JOURNAL_STREAM
  if (!stream) return false
  const { dev, ino } = fstatSync(fd)
  return stream === `${dev}:${ino}`
}

/** Lines that cannot be written wait for room up to this many bytes; later ones are dropped. */
const maxWaitingBytes = 256 * 1024

/**
 * Where the log goes: stdout, in a journal with the priorities that `journalctl -p` knows. A log that cannot be written, on a full
 * disk, stops nothing else.
 */
export function createLog(): Logger {
  const out = pino.destination({ dest: 1, sync: true, maxLength: maxWaitingBytes })
  const ignore = () => {}
  out.on('error', ignore)
  for (const stream of [process.stdout, process.stderr]) stream.on('error', ignore)
  // Every line is written at once. On a full disk this would wait for ever, and the process could not end.
  out.flushSync = () => {}
  if (!isJournal(1)) return pino(out)
  const prefixed = {
    // pino tells the level of each line where it is asked to (https://getpino.io/#/docs/api?id=pino-metadata).
    [Symbol.for('pino.metadata')]: true,
    lastLevel: 30,
    write: (line: string) => void out.write(`${priorities[prefixed.lastLevel] ?? ''}${line}`),
  }
  return pino({}, prefixed)
}

/** Says in one line on stderr why this process ends, and ends it. */
export function endWith(reason: string): never {
  console.error(isJournal(2) ? `<3>${reason}` : `\n  ${reason}\n`)
  process.exit(1)
}

/** Of a disk or a folder: nobody has to read where in the code it was met. */
const diskProblems: Record<string, string> = {
  ENOSPC: 'el disco está lleno; libera espacio y vuelve a intentarlo',
  EDQUOT: 'el disco está lleno; libera espacio y vuelve a intentarlo',
  EROFS: 'no se puede escribir; el disco es de solo lectura',
  EACCES: 'no hay permiso; revisa de quién es',
  EPERM: 'no hay permiso; revisa de quién es',
  EEXIST: 'no es una carpeta',
  ENOTDIR: 'no es una carpeta',
}

/** Why nothing could be begun, in Spanish; null where the error is none of those that a person can mend. */
function reasonOf(error: unknown): string | null {
  if (error instanceof StartProblem) return error.message
  const problem = diskProblems[codeOf(error)]
  const path = error instanceof Error && 'path' in error ? error.path : null
  return problem && path ? `${path}: ${problem}` : null
}

/**
 * From here on, what nobody catches ends the process with a line for people, where it is one of the troubles that are known;
 * everything else with its details, in the log where there is one. So does all of it once the returned function was called.
 */
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
