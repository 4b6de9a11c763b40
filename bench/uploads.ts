/**
 * npm run bench:uploads: twenty uploads of 100 MB, four at a time, against a bare Node stream that writes the same bytes
 * in turn with them, and how much memory the product's process takes for it.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { askAddress, openUpload, send, video } from '../tests/hardening/uploading.ts'
import { freePort } from '../tests/support/free-port.ts'
import { startProduct } from '../tests/support/product.ts'
import { openSession } from '../tests/support/session.ts'
import { median } from './report.ts'

const megabyte = 1024 * 1024
const [uploads, atOnce, size] = [20, 4, 100]

/** Sends `size` MB to one path of a server, and throws when they are not taken. */
async function put(origin: string, path: string, session: object): Promise<void> {
  const { status } = await send(openUpload({ origin }, path, { ...session, 'Content-Length': size * megabyte }), video(size))
  if (status !== 201) throw new Error(`${status} instead of 201`)
}

/** Sends to all of the paths at once, and returns MB a second. */
async function rate(origin: string, paths: string[], session: object): Promise<number> {
  const began = performance.now()
  await Promise.all(paths.map((path) => put(origin, path, session)))
  return (paths.length * size * 1000) / (performance.now() - began)
}

async function startBare(folder: string, port: number): Promise<ChildProcess> {
  const bare = spawn(process.execPath, [join(import.meta.dirname, 'references/bare-upload.ts'), folder, String(port)], {
    stdio: 'inherit',
  })
  await wait(500)
  return bare
}

const empty = async (folder: string) => {
  for (const name of await readdir(folder)) await rm(join(folder, name))
}

const product = await startProduct()
const folder = await mkdtemp(join(tmpdir(), 'bare-'))
const port = await freePort()
const bare = await startBare(folder, port)
let peak = 0
const sampling = setInterval(() => {
  peak = Math.max(peak, product.memory())
}, 50)

try {
  const session = await openSession(product)
  const newPath = async () => (await askAddress(product, session, 'video.mp4')).uploadURL
  // A first upload as warm-up.
  await put(product.origin, await newPath(), session)
  const before = product.memory()
  peak = before
  const [ours, theirs]: [number[], number[]] = [[], []]
  for (let round = 0; round < uploads / atOnce; round++) {
    const paths = await Promise.all(Array.from({ length: atOnce }, newPath))
    ours.push(await rate(product.origin, paths, session))
    theirs.push(await rate(`http://127.0.0.1:${port}`, Array(atOnce).fill('/'), {}))
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
