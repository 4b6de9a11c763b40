import { on } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { Context } from 'hono'

/**
 * Returns the body in chunks, or undefined without a body. Stopping early keeps the connection open. Reads from the socket,
 * because web streams had 0.6 of its rate.
 */
export function bodyOf(c: Context): AsyncIterable<Uint8Array> | undefined {
  const incoming: IncomingMessage | undefined = c.env?.incoming
  return incoming ? chunksOf(incoming) : c.req.raw.body?.values({ preventCancel: true })
}

/**
 * Frees each chunk when the next one is requested. Otherwise an upload of 100 MB leaves 50 MB of unused buffers. A chunk that
 * shares its buffer is not freed.
 */
async function* chunksOf(incoming: IncomingMessage): AsyncGenerator<Uint8Array> {
  for await (const event of on(incoming, 'data', { close: ['end'], highWaterMark: 4, lowWaterMark: 1 })) {
    const chunk: Buffer<ArrayBuffer> = event[0]
    yield chunk
    if (chunk.byteLength === chunk.buffer.byteLength) chunk.buffer.transfer(0)
  }
}
