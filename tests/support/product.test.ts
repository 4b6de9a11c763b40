import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'

const product = JSON.stringify(join(import.meta.dirname, 'product.ts'))

/** Starts a product, prints its process id and folder, and never ends by itself. */
const starting = `
  const { startProduct } = await import(${product})
  const { pid, dataDir } = await startProduct()
  console.log(JSON.stringify({ pid: pid(), dataDir }))
`

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('a server ends if the process that started it is killed', async () => {
  const starter = spawn(process.execPath, ['-e', starting], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await once(createInterface(starter.stdout), 'line')
  const { pid, dataDir } = JSON.parse(line)
  onTestFinished(() => rm(join(dataDir, '..'), { recursive: true, force: true }))
  expect(isRunning(pid)).toBe(true)
  starter.kill('SIGKILL')
  await expect.poll(() => isRunning(pid)).toBe(false)
})
