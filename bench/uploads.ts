/**
 * npm run bench:uploads: twenty uploads of 100 MB, four at a time, against a bare Node stream that writes the same bytes
 * in turn with them, and how much memory the product's process takes for it.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { admin, freePort, startProduct } from '../tests/product.ts'

const megabyte = 1024 * 1024
const [uploads, atOnce, size] = [20, 4, 100]
const block = Buffer.alloc(megabyte, 'x')
const start = Buffer.concat([Buffer.from('\0\0\0\x18ftypisom', 'latin1'), block]).subarray(0, megabyte)

/** Sends `size` MB and returns the status of the answer. */
async function put(url: string, headers: Record<string, string>): Promise<number> {
  const sent = request(url, { method: 'PUT', headers: { ...headers, 'Content-Length': size * megabyte } })
  const answered = once(sent, 'response')
  for (let part = 0; part < size; part++) if (!sent.write(part === 0 ? start : block)) await once(sent, 'drain')
  sent.end()
  const [response] = await answered
  response.resume()
  await once(response, 'end')
  return response.statusCode
}

/** Sends to each address, four at a time, and returns MB a second. */
async function rate(urls: string[], headers: Record<string, string>): Promise<number> {
  const left = [...urls]
  const began = performance.now()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let url = left.pop(); url; url = left.pop()) {
        const status = await put(url, headers)
        if (status !== 201) throw new Error(`${status} instead of 201`)
      }
    }),
  )
  return (urls.length * size * 1000) / (performance.now() - began)
}

/** Resident memory of a process in MB. */
function memory(pid: number): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
}

async function signIn(origin: string): Promise<Record<string, string>> {
  const headers = { 'Content-Type': 'application/json' }
  const answer = await fetch(`${origin}/api/auth/login`, { method: 'POST', headers, body: JSON.stringify(admin) })
  return { Cookie: answer.headers.get('Set-Cookie')?.split(';', 1)[0] ?? '', Origin: origin }
}

async function address(origin: string, headers: Record<string, string>): Promise<string> {
  const body = JSON.stringify({ fileName: 'video.mp4' })
  const json = { ...headers, 'Content-Type': 'application/json' }
  const answer = await fetch(`${origin}/api/upload/url`, { method: 'POST', headers: json, body })
  const { uploadURL }: { uploadURL: string } = await answer.json()
  return origin + uploadURL
}

async function startBare(folder: string, port: number): Promise<ChildProcess> {
  const bare = spawn(process.execPath, [join(import.meta.dirname, 'bare-upload.ts'), folder, String(port)], { stdio: 'inherit' })
  await wait(500)
  return bare
}

const empty = async (folder: string) => {
  for (const name of await readdir(folder)) await rm(join(folder, name))
}
const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

const product = await startProduct()
const folder = await mkdtemp(join(tmpdir(), 'bare-'))
const port = await freePort()
const bare = await startBare(folder, port)
let peak = 0
const sampling = setInterval(() => {
  peak = Math.max(peak, memory(product.pid()))
}, 50)

try {
  const headers = await signIn(product.origin)
  // The first upload loads what is loaded once.
  await put(await address(product.origin, headers), headers)
  const before = memory(product.pid())
  peak = before
  const [ours, theirs]: [number[], number[]] = [[], []]
  for (let round = 0; round < uploads / atOnce; round++) {
    const urls = await Promise.all(Array.from({ length: atOnce }, () => address(product.origin, headers)))
    ours.push(await rate(urls, headers))
    theirs.push(await rate(Array(atOnce).fill(`http://127.0.0.1:${port}/`), {}))
    for (const uploaded of ['uploads/public', 'www/public-objects']) await empty(join(product.dataDir, uploaded))
    await empty(folder)
  }
  console.log(`${uploads} × ${size} MB, ${atOnce} at a time`)
  console.log(`product  ${median(ours).toFixed(0)} MB/s   (${ours.map((value) => value.toFixed(0)).join(' ')})`)
  console.log(`bare     ${median(theirs).toFixed(0)} MB/s   (${theirs.map((value) => value.toFixed(0)).join(' ')})`)
  console.log(`ratio    ${(median(ours) / median(theirs)).toFixed(2)}`)
  console.log(`memory   ${before.toFixed(0)} MB before, ${peak.toFixed(0)} MB at most, ${(peak - before).toFixed(0)} MB more`)
} finally {
  clearInterval(sampling)
  bare.kill()
  await product.stop()
  await rm(folder, { recursive: true, force: true })
}
