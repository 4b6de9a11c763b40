import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDir } from '../../data/testing.ts'
import { sharedProduct } from '../support/fixtures.ts'
import { register } from './visitors.ts'

/** strace prints the system calls of another process. It works only on Linux and with the needed rights. */
const strace = spawnSync('strace', ['-V']).status === 0

const product = await sharedProduct()

/** Returns what the server's main thread wrote and synced during `work`: steps such as 'write wal', 'sync wal', '201'. */
async function stepsDuring(work: () => Promise<unknown>): Promise<string[] | null> {
  const file = join(temporaryDir(), 'calls')
  const calls = 'trace=fsync,fdatasync,pwrite64,write,writev,sendto,sendmsg'
  const tracing = spawn('strace', ['-y', '-e', calls, '-o', file, '-p', String(product.pid())])
  const ended = once(tracing, 'exit')
  const [said] = await once(tracing.stderr, 'data')
  if (!String(said).includes('attached')) return null
  await work()
  tracing.kill('SIGINT')
  await ended
  return readFileSync(file, 'utf8').split('\n').flatMap(stepIn)
}

function stepIn(call: string): string[] {
  if (/^pwrite64\(\d+<[^>]*conference\.db-wal>/.test(call)) return ['write wal']
  if (/^f(data)?sync\(\d+<[^>]*conference\.db-wal>\) += 0$/.test(call)) return ['sync wal']
  const answer = /^\w+\(\d+<(?:socket|TCP)[^>]*>, .*"HTTP\/1\.1 (\d{3})/.exec(call)
  return answer?.[1] ? [answer[1]] : []
}

test.skipIf(!strace)('a registration is on the disk (fsync) before its answer (skipped without strace)', async ({ skip }) => {
  const taken = await stepsDuring(() => register(product, 'jose@ejemplo.gt'))
  if (!taken) return skip('this user may not look into other processes')
  expect(taken.filter((step, index) => step !== taken[index - 1])).toEqual(['write wal', 'sync wal', '201'])
  // A refused registration is not stored, so nothing is synced. The sync above is therefore the registration's.
  expect(await stepsDuring(() => register(product, 'no es un correo'))).toEqual(['422'])
})
