/** A TCP proxy in front of a store that delays, cuts or refuses connections. */
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll } from 'vitest'
import { seeded } from '../../demo/chance.ts'

/** Number of each event. `late` are requests that reach the store after the sender has given up. */
type Counts = { passed: number; delayed: number; cut: number; refused: number; late: number }

/** Starts the proxy. It disturbs connections only if `isOn`, with equal choices in each run. */
export async function startTrouble(endpoint: string) {
  const { hostname, port } = new URL(endpoint)
  const counts: Counts = { passed: 0, delayed: 0, cut: 0, refused: 0, late: 0 }
  const state = { isOn: false, isDown: false }
  const random = seeded(1)
  const open = new Set<Socket>()

  const server = createServer({ allowHalfOpen: true }, (client) => {
    open.add(client)
    client.on('error', () => {}).on('close', () => open.delete(client))
    if (state.isDown) {
      counts.refused += 1
      client.destroy()
      return
    }
    const store = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
    store.on('error', () => client.destroy()).on('close', () => client.destroy())
    store.on('data', (part) => void client.write(part))
    let isGone = false
    client.on('close', () => {
      isGone = true
    })
    client.on('data', async (part) => {
      client.pause()
      const chance = state.isOn ? random() : 1
      if (chance < 0.04) {
        counts.refused += 1
        client.destroy()
        store.destroy()
        return
      }
      if (chance < 0.08) {
        counts.cut += 1
        store.write(part.subarray(0, Math.floor(part.length / 2)))
        client.destroy()
        store.destroy()
        return
      }
      if (chance < 0.12) {
        // The sender's connection breaks, but the request arrives later, after newer requests.
        counts.late += 1
        client.destroy()
        await wait(200 + random() * 2000)
      } else if (chance < 0.4) {
        counts.delayed += 1
        await wait(random() * 300)
      } else counts.passed += 1
      if (!store.destroyed) store.write(part)
      if (isGone) store.end()
      else client.resume()
    })
    client.on('end', () => store.end())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterAll(() => {
    for (const socket of open) socket.destroy()
    server.close()
  })
  const address = server.address()
  return { endpoint: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`, counts, state }
}
