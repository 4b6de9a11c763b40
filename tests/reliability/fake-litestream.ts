#!/usr/bin/env node
/**
 * Stands in for Litestream, to record the order in which a pair stops. It starts the server and passes on signals. When the
 * server has ended, it reports the signal and the state of the files to LITESTREAM_TELLS.
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
