/** Measures the event loop of a product started with `env`, see `cpu-meter.ts`. */
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
    /** Milliseconds since the start. */
    used: async () => Number(await text(connect(socket))) / 1000,
    /** Longest turn of the event loop in milliseconds. */
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
