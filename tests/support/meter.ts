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
    /** Processor time in milliseconds since the start. */
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

/** Processor time in milliseconds that `fixedWork` takes on the machine for which limits of processor time were chosen. */
const fixedWorkMs = 5

/** Returns how many times slower this processor is than the machine with `fixedWorkMs`. At least 1. */
export function slownessOfProcessor(): number {
  const rows = Array.from({ length: 1_000 }, (_, index) => ({
    id: `${index}`,
    text: 'Una *nota* de https://ejemplo.gt/a\n'.repeat(32),
  }))
  const fixedWork = () => {
    for (let round = 0; round < 5; round++) JSON.parse(JSON.stringify(rows))
  }
  const measured = Array.from({ length: 20 }, () => {
    const before = process.threadCpuUsage()
    fixedWork()
    const { user, system } = process.threadCpuUsage()
    return (user - before.user + system - before.system) / 1000
  })
  return Math.max(1, Math.min(...measured) / fixedWorkMs)
}
