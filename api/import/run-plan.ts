import { spawn } from 'node:child_process'
import { setImmediate as nextTurn } from 'node:timers/promises'
import pLimit from 'p-limit'
import type { PeopleFile } from '../../data/import/people-file.ts'
import type { ImportPlan } from '../../data/import/plan.ts'
import { Unreadable } from '../../data/import/source.ts'
import { Unavailable } from '../http/errors.ts'
import { bareEnv, programBeside } from '../system/programs.ts'
import type { Asked, AskedPeople, Preview, Told } from './plan-file.ts'

const program = programBeside(import.meta.url, 'plan-file')

/**
 * Milliseconds of a file that is read, megabytes of memory for it, and bytes of what is said of it. It is the time on the clock: on a
 * machine with much else to do a table of two rows took more than ten seconds.
 */
const longest = 20_000
const memory = 256
const mostTold = 32 * 1024 * 1024

const tooMuch = 'El archivo pide demasiado tiempo o memoria: no parece un programa.'

const oneAtATime = pLimit(1)
/** Files that wait for their turn, each of some megabytes. */
const mostWaiting = 4

/** Reads one file after the other. Throws Unavailable where too many wait already. */
async function inTurn(asked: Asked | AskedPeople, data: string): Promise<Told> {
  if (oneAtATime.pendingCount >= mostWaiting) throw new Unavailable('too many files wait to be read')
  return oneAtATime(() => run(asked, data))
}

/** What taking a file over would change. Throws Unreadable when it cannot be read. */
export async function previewFile(asked: Omit<Asked, 'isPlan'>, data: string): Promise<Preview> {
  return (await inTurn({ ...asked, isPlan: false }, data)) as Preview
}

/** The same with all that is needed to do it. */
export async function planFile(asked: Omit<Asked, 'isPlan'>, data: string): Promise<ImportPlan> {
  const told = (await inTurn({ ...asked, isPlan: true }, data)) as { plan: ImportPlan }
  return told.plan
}

/** The people in a file. Throws Unreadable when it cannot be read. */
export async function readPeopleFile(asked: AskedPeople, data: string): Promise<PeopleFile> {
  return (await inTurn(asked, data)) as PeopleFile
}

async function run(asked: Asked | AskedPeople, data: string): Promise<Told> {
  const told: Told = JSON.parse(await output(asked, data))
  if ('problem' in told) throw new Unreadable(told.problem)
  return told
}

/** What the program prints. */
function output(asked: Asked | AskedPeople, data: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [`--max-old-space-size=${memory}`, program], {
      env: bareEnv(),
      stdio: ['pipe', 'pipe', 'pipe'],
      timeout: longest,
      killSignal: 'SIGKILL',
    })
    const [chunks, complaints]: [Buffer[], Buffer[]] = [[], []]
    let size = 0
    child.stdout.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > mostTold) child.kill('SIGKILL')
      else chunks.push(chunk)
    })
    child.stderr.on('data', (chunk: Buffer) => complaints.length < 100 && complaints.push(chunk))
    child.on('error', reject)
    child.on('close', (code, signal) => {
      if (code === 0) return resolve(Buffer.concat(chunks).toString())
      const complaint = Buffer.concat(complaints).toString()
      // Out of time or of memory.
      if (signal || /heap out of memory|Invalid string length/.test(complaint)) return reject(new Unreadable(tooMuch))
      reject(new Error(`reading a file ended with ${code}: ${complaint.slice(-2_000)}`))
    })
    // It ended before it had read all of it.
    child.stdin.on('error', () => {})
    void write(child.stdin, asked, data)
  })
}

/** In parts, between which others are served. */
async function write(stdin: NodeJS.WritableStream, asked: Asked | AskedPeople, data: string): Promise<void> {
  stdin.write(`${JSON.stringify(asked)}\n`)
  const part = 1024 * 1024
  for (let at = 0; at < data.length; at += part) {
    await nextTurn()
    stdin.write(data.slice(at, at + part))
  }
  stdin.end()
}
