import { Readable } from 'node:stream'
import type { Context } from 'hono'
import type { User } from '../../data/accounts/schema.ts'
import type { Env } from './env.ts'
import { problemWithRetry } from './errors.ts'

type File = { name: string; type: string; make: () => AsyncIterable<Uint8Array> }

/**
 * Returns a function that streams a file, one at a time per user. A second download gets 429 with `isBusy`. `make`
 * runs only if the file is sent.
 */
export function createDownloads(isBusy: string) {
  const sending = new Set<string>()
  return (c: Context<Env>, { id }: Pick<User, 'id'>, { name, type, make }: File) => {
    const headers = { 'Content-Type': type, 'Content-Disposition': `attachment; filename="${name}"` }
    // A HEAD answer's body would never be read to its end.
    if (c.req.method === 'HEAD') return c.body(null, 200, headers)
    if (sending.has(id)) return problemWithRetry(c, 429, isBusy)
    const file = Readable.from(make(), { objectMode: false }).once('close', () => sending.delete(id))
    sending.add(id)
    return c.body(Readable.toWeb(file) as ReadableStream<Uint8Array>, 200, headers)
  }
}
