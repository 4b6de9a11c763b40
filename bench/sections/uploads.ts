/**
 * Twenty uploads of 100 MB, two at a time, which is as many as somebody may have, against a bare Node stream that writes the same bytes
 * in turn with them, and how much memory the product's process takes for it.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { askAddress, openUpload, sendPieces, video } from '../../tests/hardening/uploading.ts'
import { freePort } from '../../tests/support/free-port.ts'
import { startProduct } from '../../tests/support/product.ts'
import { openSession } from '../../tests/support/session.ts'
import { fact, median, type Row } from '../support/report.ts'
import { amount } from '../support/short.ts'

const megabyte = 1024 * 1024
const [uploads, atOnce, size] = [amount(20, 4), 2, 100]

/** Sends `size` MB to one path of a server, and throws when they are not taken. */
async function put(origin: string, path: string, session: object): Promise<void> {
  const { status } = await sendPieces(
    openUpload({ origin }, path, { ...session, 'Content-Length': size * megabyte }),
    video(size),
  )
  if (status !== 201) throw new Error(`${status} instead of 201`)
}

/** Sends to all of the paths at once, and returns MB a second. */
async function rate(origin: string, paths: string[], session: object): Promise<number> {
  const began = performance.now()
  await Promise.all(paths.map((path) => put(origin, path, session)))
  return (paths.length * size * 1000) / (performance.now() - began)
}

async function startBare(folder: string, port: number): Promise<ChildProcess> {
  const bare = spawn(process.execPath, [join(import.meta.dirname, '../references/bare-upload.ts'), folder, String(port)], {
    stdio: 'inherit',
  })
  await wait(500)
  return bare
}

const empty = async (folder: string) => {
  for (const name of await readdir(folder)) await rm(join(folder, name))
}

export async function measureUploads(): Promise<Row[]> {
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
    const rates: { ours: number; bare: number }[] = []
    for (let round = 0; round < uploads / atOnce; round++) {
      const paths = await Promise.all(Array.from({ length: atOnce }, newPath))
      const ours = await rate(product.origin, paths, session)
      rates.push({ ours, bare: await rate(`http://127.0.0.1:${port}`, Array(atOnce).fill('/'), {}) })
      for (const uploaded of ['uploads/public', 'www/public-objects']) await empty(join(product.dataDir, uploaded))
      await empty(folder)
    }
    const what = `${uploads} uploads of ${size} MB, ${atOnce} at a time`
    return [
      {
        ...fact(what, `${median(rates.map(({ ours }) => ours)).toFixed(0)} MB/s`),
        reference: `bare Node: ${median(rates.map(({ bare }) => bare)).toFixed(0)} MB/s`,
        ratio: median(rates.map(({ ours, bare }) => ours / bare)).toFixed(2),
      },
      fact(`memory for ${what}, at most`, `${(peak - before).toFixed(0)} MB more`),
    ]
  } finally {
    clearInterval(sampling)
    bare.kill()
    await product.discard()
    await rm(folder, { recursive: true, force: true })
  }
}
