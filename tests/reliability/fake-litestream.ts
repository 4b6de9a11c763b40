#!/usr/bin/env node
/**
 * In the place of Litestream beside the server, to see in which order a pair ends: it starts the server, passes a signal on, and
 * when the server has ended tells the store at LITESTREAM_TELLS what it was told and what it found, as its last sync would.
 */
import { spawn } from 'node:child_process'
import { statSync } from 'node:fs'
import { join } from 'node:path'

const server = spawn(`exec ${process.argv.at(-1)}`, { shell: true, stdio: 'inherit' })
const signals: string[] = []
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    signals.push(signal)
    server.kill(signal)
  })
}
server.on('exit', async (code) => {
  const log = statSync(join(process.env.DATA_DIR ?? '', 'conference.db-wal'), { throwIfNoEntry: false })
  await fetch(`${process.env.LITESTREAM_TELLS}/ended-${code}-log-${log?.size ?? 0}-${signals.join('-')}`)
  process.exit(0)
})
