import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const connections = 32

/** Returns requests a second for the compressed landing page. Throws on an unexpected response, because errors are fast. */
export async function visit(origin: string, seconds: number): Promise<number> {
  const page = await fetch(origin, { headers: { 'Accept-Encoding': 'gzip' } })
  await page.arrayBuffer()
  if (page.headers.get('Content-Encoding') !== 'gzip') throw new Error(`${origin} is not compressed`)
  const args = ['-t1', `-c${connections}`, `-d${seconds}s`, '-H', 'Accept-Encoding: gzip', `${origin}/`]
  const { stdout } = await promisify(execFile)('wrk', args)
  if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(stdout)
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1])
}
