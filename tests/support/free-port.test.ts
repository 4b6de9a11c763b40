import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'

const freePort = JSON.stringify(join(import.meta.dirname, 'free-port.ts'))

/** Prints its 300 ports in one line, and runs until its input ends. */
const asking = `
  const { freePort } = await import(${freePort})
  const ports = []
  while (ports.length < 300) ports.push(await freePort())
  console.log(ports.join(' '))
  process.stdin.resume()
`

test('processes that request a free port at one time never get the same port', async () => {
  const processes = [1, 2, 3, 4].map(() => spawn(process.execPath, ['-e', asking], { stdio: ['pipe', 'pipe', 'inherit'] }))
  const lines = await Promise.all(processes.map(({ stdout }) => once(createInterface(stdout), 'line')))
  for (const { stdin } of processes) stdin.end()
  const ports = lines.flatMap(([line]) => line.split(' '))
  expect(ports).toHaveLength(1200)
  // Ports chosen only by chance would include some fifty duplicates.
  expect(new Set(ports).size).toBe(1200)
})
