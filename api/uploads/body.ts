import { on } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { Context } from 'hono'

/** Reads the socket directly, because a web stream reached only 60 % of its speed. */
export function bodyOf(c: Context): AsyncIterable<Uint8Array> | undefined {
  const incoming: IncomingMessage | undefined = c.env?.incoming
  return incoming ? chunksOf(incoming) : c.req.raw.body?.values({ preventCancel: true })
}

/** Frees each chunk after its use. Otherwise an upload of 100 MB would leave 50 MB in memory. */
async function* chunksOf(incoming: IncomingMessage): AsyncGenerator<Uint8Array> {
  for await (const event of on(incoming, 'data', { close: ['end'], highWaterMark: 4, lowWaterMark: 1 })) {
    const chunk: Buffer<ArrayBuffer> = event[0]
    yield chunk
    if (chunk.byteLength === chunk.buffer.byteLength) chunk.buffer.transfer(0)
  }
}
