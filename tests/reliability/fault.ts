/**
 * Loaded into the server before itself (`node --import`): makes its file system fail, or ends it, at a chosen step of a
 * publish. The product has no part in this. The file named by FAULT_PLAN holds the plan, such as `kill 17`, followed by
 * anything that no other plan has: counting starts anew with each. What was counted is in `<plan>.steps`.
 *
 * `kill n`: SIGKILL instead of step n; where the step writes a file, in the middle of it.
 * `full n`: from step n on there is no space; names can still be changed and removed.
 * `broken n`: from step n on the disk answers nothing but errors.
 * `count 0`: nothing happens.
 */
import fs, { existsSync, readFileSync, writeFileSync } from 'node:fs'
import promises, { type FileHandle } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'

const plan = process.env.FAULT_PLAN ?? ''
// Threads and programs that the server starts load this file as well, and would count steps of their own in the same file.
delete process.env.FAULT_PLAN
const needsSpace = new Set(['mkdir', 'open', 'writeFile', 'sync'])
let steps = 0
let counted = ''

type Work = (...args: never[]) => Promise<unknown>

/** Counts a step and says whether it is the one to be killed at. Throws when the plan wants it to fail. */
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

/** A step, and what the plan says. `half` does a part of it. */
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
    // The signal reaches this thread before it comes back to JavaScript.
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
