/**
 * Loaded with `node --import`, so that the product's code is unchanged. Makes file operations of a publish fail, or kills the
 * server, at a chosen step. The file FAULT_PLAN has a plan, such as `kill 17`, and a unique text. A new text restarts the counter.
 * The number of steps is in `<plan>.steps`.
 *
 * `kill n`: kills the server at step n. If the step writes a file, half of it is written.
 * `full n`: from step n on, the disk is full. Files can still be renamed and removed.
 * `broken n`: from step n on, the disk returns only errors.
 * `count 0`: only counts.
 */
import fs, { existsSync, readFileSync, writeFileSync } from 'node:fs'
import promises, { type FileHandle } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'

const plan = process.env.FAULT_PLAN ?? ''
// Child processes and threads must not count steps in the same file.
delete process.env.FAULT_PLAN
const needsSpace = new Set(['mkdir', 'open', 'writeFile', 'sync'])
let steps = 0
let counted = ''

type Work = (...args: never[]) => Promise<unknown>

/** Counts a step. Returns true if the process must be killed at this step. Throws if the step must fail. */
function counts(name: string): boolean {
  if (!existsSync(plan)) return false
  const now = readFileSync(plan, 'utf8')
  steps = now === counted ? steps + 1 : 1
  counted = now
  writeFileSync(`${plan}.steps`, String(steps))
  const [what = '', at = ''] = now.split(' ')
  const isFailing = steps >= Number(at) && (what === 'broken' || (what === 'full' && needsSpace.has(name)))
  if (isFailing) throw Object.assign(new Error(`injected into ${name}`), { code: what === 'full' ? 'ENOSPC' : 'EIO' })
  return what === 'kill' && steps === Number(at)
}

/** Counts a step and applies the plan. `half` does a part of the step. */
async function step(name: string, half: () => Promise<unknown> = async () => {}): Promise<void> {
  if (!counts(name)) return
  await half()
  process.kill(process.pid, 'SIGKILL')
}

const isPublished = (path: unknown) => String(path).includes('/www/')
const watched = new WeakSet<object>()
const original = { ...promises }

function wrap(name: 'mkdir' | 'rename' | 'rm'): void {
  const work = original[name] as Work
  const wrapped: Work = async (...args) => {
    if (isPublished(args[0])) await step(name)
    return work(...args)
  }
  Object.assign(promises, { [name]: wrapped })
}
for (const name of ['mkdir', 'rename', 'rm'] as const) wrap(name)

function wrapSync(name: 'mkdir' | 'rename' | 'rm'): void {
  const work = fs[`${name}Sync`] as (...args: unknown[]) => unknown
  const wrapped = (...args: unknown[]) => {
    // The signal takes effect before this thread returns to JavaScript.
    if (isPublished(args[0]) && counts(name)) process.kill(process.pid, 'SIGKILL')
    return work(...args)
  }
  Object.assign(fs, { [`${name}Sync`]: wrapped })
}
for (const name of ['mkdir', 'rename', 'rm'] as const) wrapSync(name)

const open: typeof original.open = async (path, ...args) => {
  if (isPublished(path)) await step('open')
  const file = await original.open(path, ...args)
  if (isPublished(path)) watched.add(file)
  return file
}
Object.assign(promises, { open })

const probe = await original.open(process.execPath)
const prototype: Pick<FileHandle, 'writeFile' | 'sync'> = Object.getPrototypeOf(probe)
await probe.close()
const { writeFile, sync } = prototype
prototype.writeFile = async function (this: FileHandle, data, ...args) {
  const half = data instanceof Uint8Array ? data.subarray(0, data.byteLength / 2) : data
  if (watched.has(this)) await step('writeFile', () => writeFile.call(this, half))
  return writeFile.call(this, data, ...args)
}
prototype.sync = async function (this: FileHandle) {
  if (watched.has(this)) await step('sync')
  return sync.call(this)
}
syncBuiltinESMExports()
