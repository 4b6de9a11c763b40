import { Readable } from 'node:stream'
import type { Context } from 'hono'
import type { User } from '../../data/accounts/schema.ts'
import type { Env } from './env.ts'
import { problemWithRetry } from './errors.ts'

type File = { name: string; type: string; make: () => AsyncIterable<Uint8Array> }

export function createDownloads(isBusy: string) {
  const sending = new Set<string>()
  return (c: Context<Env>, { id }: Pick<User, 'id'>, { name, type, make }: File) => {
    const headers = { 'Content-Type': type, 'Content-Disposition': `attachment; filename="${name}"` }
    if (c.req.method === 'HEAD') return c.body(null, 200, headers)
    if (sending.has(id)) return problemWithRetry(c, 429, isBusy)
    const file = Readable.from(make(), { objectMode: false }).once('close', () => sending.delete(id))
    sending.add(id)
    return c.body(Readable.toWeb(file) as ReadableStream<Uint8Array>, 200, headers)
  }
}
