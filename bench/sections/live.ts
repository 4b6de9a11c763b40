/** Open pages on the day of the event: conditional requests for /ahora.json beside new registrations. */
import { Agent, get } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { createClient, succeeding } from '../../demo/client.ts'
import { startDemo, untilSettled } from '../support/demo.ts'
import { amount, atMost, percentile, type Row } from '../support/report.ts'

/** The reads of 20,000 open pages, which ask every 30 seconds. */
const [readsPerSecond, registrationsPerSecond, seconds] = [670, 50, amount(20, 2)]

export async function measure(): Promise<Row[]> {
  const { product } = await startDemo()
  const agent = new Agent({ keepAlive: true, maxSockets: 200 })
  try {
    await untilSettled(product.origin)
    const url = `${product.origin}/ahora.json`
    const etag = (await fetch(url)).headers.get('ETag') ?? ''
    const read = () =>
      new Promise<number>((resolve, reject) => {
        const began = performance.now()
        get(url, { agent, headers: { 'If-None-Match': etag } }, (answer) => {
          if (answer.statusCode !== 304) reject(new Error(`${url} answered ${answer.statusCode}`))
          answer.resume().once('end', () => resolve(performance.now() - began))
        }).once('error', reject)
      })
    const client = succeeding(createClient(product.origin))
    const register = (index: number) => client('POST /api/registrations', { name: 'Ana', email: `ana${index}@ejemplo.gt` })
    const [times] = await Promise.all([paced(readsPerSecond, read), paced(registrationsPerSecond, register)])
    const what = `/ahora.json, ${readsPerSecond} conditional requests a second beside ${registrationsPerSecond} registrations, p99`
    return [atMost(what, percentile(times, 0.99), 50)]
  } finally {
    agent.destroy()
    await product.discard()
  }
}

async function paced<T>(perSecond: number, call: (index: number) => Promise<T>): Promise<T[]> {
  const began = performance.now()
  const calls: Promise<T>[] = []
  for (; calls.length < perSecond * seconds; calls.push(call(calls.length)))
    await wait(Math.max(0, began + (calls.length * 1000) / perSecond - performance.now()))
  return Promise.all(calls)
}
