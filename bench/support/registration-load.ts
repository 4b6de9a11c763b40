/** Prints a `Load`: registrations a second, the median and the 99th percentile. */
import { randomUUID } from 'node:crypto'
import { openConnection, registrationRequest } from '../../tests/reliability/connection.ts'
import type { Load } from './registering.ts'
import { median, percentile } from './report.ts'

const [origin = '', connections, seconds] = process.argv.slice(2)
console.log(JSON.stringify(await visitAll(Number(connections), Number(seconds))))

async function visitAll(connections: number, seconds: number): Promise<Load> {
  const times: number[] = []
  const start = performance.now()
  const end = start + seconds * 1000
  await Promise.all(Array.from({ length: connections }, () => visit(end, times)))
  return { rate: (times.length * 1000) / (performance.now() - start), p50: median(times), p99: percentile(times, 0.99) }
}

async function visit(end: number, times: number[]): Promise<void> {
  const connection = await openConnection(origin)
  for (let began = performance.now(); began < end; began = performance.now()) {
    const answer = await connection.send(registrationRequest(`${randomUUID()}@ejemplo.gt`))
    if (answer?.status !== 201) throw new Error(`answered ${answer?.status}`)
    times.push(performance.now() - began)
  }
  connection.close()
}
