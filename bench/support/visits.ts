import { execFile } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'

const connections = 32

/** Returns requests a second. Throws on an unexpected response, because errors are fast. */
export async function visit(origin: string, path: string, isConditional: boolean, seconds: number): Promise<number> {
  const headers: Record<string, string> = { 'Accept-Encoding': 'gzip' }
  const first = await fetch(origin + path, { headers })
  if (first.headers.get('Content-Encoding') !== 'gzip') throw new Error(`${origin}${path} is not compressed`)
  if (isConditional) headers['If-None-Match'] = first.headers.get('ETag') ?? ''
  const again = await fetch(origin + path, { headers })
  if (again.status !== (isConditional ? 304 : 200)) throw new Error(`${origin}${path} answered ${again.status}`)
  const sent = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const args = ['-t1', `-c${connections}`, `-d${seconds}s`, ...sent, origin + path]
  const { stdout } = await promisify(execFile)('wrk', args)
  if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(stdout)
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1])
}

export async function untilAnswered(origin: string): Promise<void> {
  for (let tries = 0; tries < 100 && !(await fetch(origin).catch(() => null)); tries++) await wait(50)
}
