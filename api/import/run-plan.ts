import { spawn } from 'node:child_process'
import { setImmediate as nextTurn } from 'node:timers/promises'
import pLimit from 'p-limit'
import type { PeopleFile } from '../../data/import/people-file.ts'
import type { ImportPlan } from '../../data/import/plan.ts'
import { Unreadable } from '../../data/import/source.ts'
import { Unavailable } from '../http/errors.ts'
import { envWithoutSecrets, programBeside } from '../system/programs.ts'
import type { Asked, AskedPeople, Preview, Told } from './plan-file.ts'

const program = programBeside(import.meta.url, 'plan-file')

/** Limits for reading a file. Wall-clock time, because a busy machine took ten seconds for two rows. */
const longest = 20_000
const memory = 256
const mostTold = 32 * 1024 * 1024

const tooMuch = 'El archivo pide demasiado tiempo o memoria: no parece un programa.'

const oneAtATime = pLimit(1)
/** Each holds some megabytes. */
const mostWaiting = 4

/** Reads one file at a time. Throws Unavailable if too many wait. */
async function inTurn(asked: Asked | AskedPeople, data: string): Promise<Told> {
  if (oneAtATime.pendingCount >= mostWaiting) throw new Unavailable('too many files wait to be read')
  return oneAtATime(() => run(asked, data))
}

/** Previews an import. Throws Unreadable. */
export async function previewFile(asked: Omit<Asked, 'isPlan'>, data: string): Promise<Preview> {
  return (await inTurn({ ...asked, isPlan: false }, data)) as Preview
}

/** Plans an import. Throws Unreadable. */
export async function planFile(asked: Omit<Asked, 'isPlan'>, data: string): Promise<ImportPlan> {
  const told = (await inTurn({ ...asked, isPlan: true }, data)) as { plan: ImportPlan }
  return told.plan
}

/** Reads the people in a file. Throws Unreadable. */
export async function readPeopleFile(asked: AskedPeople, data: string): Promise<PeopleFile> {
  return (await inTurn(asked, data)) as PeopleFile
}

async function run(asked: Asked | AskedPeople, data: string): Promise<Told> {
  const told: Told = JSON.parse(await output(asked, data))
  if ('problem' in told) throw new Unreadable(told.problem)
  return told
}

function output(asked: Asked | AskedPeople, data: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [`--max-old-space-size=${memory}`, program], {
      env: envWithoutSecrets(),
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
      // Out of time or memory.
      if (signal || /heap out of memory|Invalid string length/.test(complaint)) return reject(new Unreadable(tooMuch))
      reject(new Error(`reading a file ended with ${code}: ${complaint.slice(-2_000)}`))
    })
    // The process may end before it reads everything.
    child.stdin.on('error', () => {})
    void write(child.stdin, asked, data)
  })
}

/** In chunks, so that other requests run in between. */
async function write(stdin: NodeJS.WritableStream, asked: Asked | AskedPeople, data: string): Promise<void> {
  stdin.write(`${JSON.stringify(asked)}\n`)
  const part = 1024 * 1024
  for (let at = 0; at < data.length; at += part) {
    await nextTurn()
    stdin.write(data.slice(at, at + part))
  }
  stdin.end()
}
