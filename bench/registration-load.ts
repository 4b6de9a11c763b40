/**
 * The load of bench/registrations.ts, in a process of its own: a number of connections, each sending one registration after
 * the other for a number of seconds. Prints registrations a second and the 99th percentile of the answers.
 */
import { randomUUID } from 'node:crypto'
import { openConnection, registrationRequest } from '../tests/reliability/connection.ts'
import { percentile } from './report.ts'

const [origin = '', connections = '64', seconds = '3'] = process.argv.slice(2)
const times: number[] = []
const start = performance.now()
const end = start + Number(seconds) * 1000

async function visit(): Promise<void> {
  const connection = await openConnection(origin)
  for (let began = performance.now(); began < end; began = performance.now()) {
    const answer = await connection.send(registrationRequest(`${randomUUID()}@ejemplo.gt`))
    if (answer?.status !== 201) throw new Error(`${answer?.status} instead of 201`)
    times.push(performance.now() - began)
  }
  connection.close()
}

await Promise.all(Array.from({ length: Number(connections) }, visit))
const rate = (times.length * 1000) / (performance.now() - start)
console.log(JSON.stringify({ rate, p99: percentile(times, 0.99) }))
