/** How much processor time the event loop of a product uses that was started with `env`, as `cpu-meter.ts` tells it. */
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'

export function createMeter() {
  const folder = mkdtempSync(join(tmpdir(), 'conferencia-meter-'))
  const socket = join(folder, 'meter')
  const preload = pathToFileURL(join(import.meta.dirname, 'cpu-meter.ts')).href
  return {
    env: { NODE_OPTIONS: `--import ${preload}`, CPU_METER: socket },
    /** Milliseconds since the product began. */
    used: async () => Number(await text(connect(socket))) / 1000,
    /** The longest piece in milliseconds while something is done, in which nobody else was served. */
    async longestPiece(work: () => Promise<unknown>): Promise<number> {
      const watching = connect({ path: `${socket}-pieces`, allowHalfOpen: true })
      await new Promise((resolve) => watching.once('data', resolve))
      await work()
      watching.end()
      return Number(await text(watching)) / 1000
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
