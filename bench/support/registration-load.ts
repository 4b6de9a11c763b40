/** Prints registrations a second and the 99th percentile. */
import { randomUUID } from 'node:crypto'
import { openDb } from '../../data/db/db.ts'
import { openConnection, registrationRequest } from '../../tests/reliability/connection.ts'
import type { MoreSent } from './registering.ts'
import { percentile } from './report.ts'

const [origin = '', connections = '64', seconds = '3', more = '{}'] = process.argv.slice(2)
const { answers, choice }: MoreSent = JSON.parse(more)
const tokenOf = choice && openDb(choice.file).prepare('SELECT token FROM registrations WHERE emailKey = ?').pluck()
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
    const email = `${randomUUID()}@ejemplo.gt`
    const statuses = [(await connection.send(registrationRequest(email, { answers })))?.status]
    if (choice) statuses.push((await connection.send(choiceRequest(String(tokenOf?.get(email)), choice.sessions)))?.status)
    if (statuses.join() !== (choice ? '201,303' : '201')) throw new Error(`answered ${statuses.join()}`)
    times.push(performance.now() - began)
  }
  connection.close()
}

function choiceRequest(token: string, ids: string[]): string {
  const body = new URLSearchParams(ids.map((id) => ['session', id])).toString()
  const head = [`POST /registro/${token}/sesiones HTTP/1.1`, 'Host: localhost', 'Content-Type: application/x-www-form-urlencoded']
  return `${head.join('\r\n')}\r\nContent-Length: ${body.length}\r\n\r\n${body}`
}
