import { execFile } from 'node:child_process'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { promisify } from 'node:util'
import pLimit from 'p-limit'
import type { PeopleFile } from '../../data/import/people-file.ts'
import type { ImportPlan } from '../../data/import/plan.ts'
import { Unreadable } from '../../data/import/source.ts'
import { Unavailable } from '../http/errors.ts'
import { envWithoutSecrets, programBeside } from '../system/programs.ts'
import type { Answer, PeopleRequest, Preview, ProgrammeRequest, Request } from './plan-file.ts'

const program = programBeside(import.meta.url, 'plan-file')
const run = promisify(execFile)

/** A busy computer once needed ten seconds for two rows. */
const timeoutMs = 20_000
const heapMegabytes = 256
const maxAnswerBytes = 32 * 1024 * 1024

const tooMuch = 'El archivo pide demasiado tiempo o memoria: no parece un programa.'

const oneAtATime = pLimit(1)
const maxWaitingCount = 4

export async function previewFile(request: ProgrammeRequest, data: string): Promise<Preview> {
  return read({ ...request, isPlan: false }, data)
}

export async function planFile(request: ProgrammeRequest, data: string): Promise<ImportPlan> {
  return (await read<{ plan: ImportPlan }>({ ...request, isPlan: true }, data)).plan
}

export async function readPeopleFile(request: PeopleRequest, data: string): Promise<PeopleFile> {
  return read(request, data)
}

async function read<T extends Answer>(request: Request, data: string): Promise<T> {
  if (oneAtATime.pendingCount >= maxWaitingCount) throw new Unavailable('too many files wait to be read')
  const answer: T | { problem: string } = JSON.parse(await oneAtATime(() => outputOf(request, data)))
  if ('problem' in answer) throw new Unreadable(answer.problem)
  return answer
}

async function outputOf(request: Request, data: string): Promise<string> {
  const options = { env: envWithoutSecrets(), timeout: timeoutMs, killSignal: 'SIGKILL', maxBuffer: maxAnswerBytes } as const
  const running = run(process.execPath, [`--max-old-space-size=${heapMegabytes}`, program], options)
  if (running.child.stdin) void write(running.child.stdin, request, data)
  try {
    return (await running).stdout
  } catch (error) {
    throw isTooMuch(error) ? new Unreadable(tooMuch) : error
  }
}

function isTooMuch(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { signal, code, stderr } = error as Error & { signal?: string | null; code?: number | string; stderr?: string }
  return (
    Boolean(signal) ||
    code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER' ||
    /heap out of memory|Invalid string length/.test(stderr ?? '')
  )
}

async function write(stdin: NodeJS.WritableStream, request: Request, data: string): Promise<void> {
  stdin.on('error', () => {})
  stdin.write(`${JSON.stringify(request)}\n`)
  const chunkLength = 1024 * 1024
  for (let at = 0; at < data.length; at += chunkLength) {
    await nextTurn()
    stdin.write(data.slice(at, at + chunkLength))
  }
  stdin.end()
}
