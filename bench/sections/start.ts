import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { builtServer } from '../../api/system/root.ts'
import { startEnv, startFlags } from '../../scripts/start-settings.ts'
import { freePort } from '../../tests/support/free-port.ts'
import { startDemo } from '../support/demo.ts'
import { amount, atMost, median, type Row } from '../support/report.ts'

const rounds = amount(5, 2)

export async function measure(): Promise<Row[]> {
  const { product } = await startDemo()
  // The first start is not measured, because later starts reuse its files. The server ends first, because two cannot share a folder.
  await product.restart()
  await product.end()
  const { dataDir, origin } = product
  const times: number[] = []
  try {
    for (let round = 0; round < rounds; round++) times.push(await startTime([...startFlags, builtServer], { dataDir, origin }))
  } finally {
    await product.discard()
  }
  return [atMost('start to ready', median(times), 1500)]
}

/** Returns milliseconds until the server answers. `origin` is the configured address, whose port may differ from the real port. */
async function startTime(args: string[], { dataDir, origin }: { dataDir: string; origin: string }): Promise<number> {
  const port = await freePort()
  const began = performance.now()
  const server = spawn(process.execPath, args, {
    env: { ...startEnv, ...process.env, PORT: String(port), DATA_DIR: dataDir, PUBLIC_ORIGIN: origin },
    stdio: 'ignore',
  })
  const exited = once(server, 'exit')
  while (!(await fetch(`http://127.0.0.1:${port}/api/ready`).catch(() => null))?.ok) {
    if (server.exitCode !== null) throw new Error(`${args.at(-1)} did not start`)
    await wait(2)
  }
  const took = performance.now() - began
  server.kill()
  await exited
  return took
}
