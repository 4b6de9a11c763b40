/** Prints registrations a second and the 99th percentile. */
import { randomUUID } from 'node:crypto'
import { openConnection, registrationRequest } from '../../tests/reliability/connection.ts'
import { percentile } from './report.ts'

const [origin = '', connections = '64', seconds = '3', warmUp = ''] = process.argv.slice(2)

if (warmUp) await visitAll(warmUp, 1)
console.log(JSON.stringify(await visitAll(origin, Number(seconds))))

async function visitAll(origin: string, seconds: number): Promise<{ rate: number; p99: number }> {
  const times: number[] = []
  const start = performance.now()
  const end = start + seconds * 1000
  await Promise.all(Array.from({ length: Number(connections) }, () => visit(origin, end, times)))
  return { rate: (times.length * 1000) / (performance.now() - start), p99: percentile(times, 0.99) }
}

async function visit(origin: string, end: number, times: number[]): Promise<void> {
  const connection = await openConnection(origin)
  for (let began = performance.now(); began < end; began = performance.now()) {
    const answer = await connection.send(registrationRequest(`${randomUUID()}@ejemplo.gt`))
    if (answer?.status !== 201) throw new Error(`${answer?.status} instead of 201`)
    times.push(performance.now() - began)
  }
  connection.close()
}
