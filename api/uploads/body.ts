import { on } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { Context } from 'hono'

/**
 * A request's body, piece by piece; undefined when there is none. Leaving it early does not close the connection. Read off
 * the socket where there is one: through a web stream it was 0.6 of the rate of a bare stream, and this way as fast.
 */
export function bodyOf(c: Context): AsyncIterable<Uint8Array> | undefined {
  const incoming: IncomingMessage | undefined = c.env?.incoming
  return incoming ? eachReleased(incoming) : c.req.raw.body?.values({ preventCancel: true })
}

/**
 * Each piece's memory is given back as soon as the next one is asked for. Left to the garbage collector, which is in no
 * hurry, an upload of 100 MB leaves 50 MB of used buffers behind. (The stream's own iterator would join pieces that wait,
 * in new memory.) A piece that is only part of a buffer is not ours to free.
 */
async function* eachReleased(incoming: IncomingMessage): AsyncGenerator<Uint8Array> {
  for await (const event of on(incoming, 'data', { close: ['end'], highWaterMark: 4, lowWaterMark: 1 })) {
    const piece: Buffer<ArrayBuffer> = event[0]
    yield piece
    if (piece.byteLength === piece.buffer.byteLength) piece.buffer.transfer(0)
  }
}
