/**
 * What an object store costs, with Ceph's gateway on this machine: saves beside the same product without one, in turns; how
 * long a save takes until the bucket has its page; and the memory of an upload.
 */
import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from '../../demo/client.ts'
import { openUpload, sendPieces } from '../../tests/hardening/uploading.ts'
import { hasCeph, startCeph } from '../../tests/s3/ceph.ts'
import { makeBucket, storeEnv } from '../../tests/s3/service.ts'
import type { Product } from '../../tests/support/product.ts'
import { openSession } from '../../tests/support/session.ts'
import { type Demo, startDemo } from '../support/demo.ts'
import { fact, median, percentile, type Row, skipped } from '../support/report.ts'
import { sectionSave, timeSave } from '../support/saving.ts'
import { amount } from '../support/short.ts'

const [warm, saves, copied] = [amount(10, 1), amount(100, 3), amount(30, 2)]
const film = 100_000_000

export async function measureStore(): Promise<Row[]> {
  if (!hasCeph()) return [skipped('with an object store', 'Ceph’s gateway not installed', '–')]
  const { stop, ...access } = await startCeph()
  const config = { ...access, region: 'us-east-1', bucket: 'conferencia', prefix: '', publicUrl: null }
  const products: Product[] = []
  try {
    await makeBucket(config)
    const stored = await startDemo(storeEnv(config))
    products.push(stored.product)
    const local = await startDemo()
    products.push(local.product)
    await untilCopied(stored.panel)
    const times: { stored: number; local: number }[] = []
    for (let index = 0; index < warm + saves; index++) {
      const timed = { stored: await saved(stored, index), local: await saved(local, index) }
      if (index >= warm) times.push(timed)
    }
    const ours = times.map(({ stored }) => stored)
    const ratio = median(times.map(({ stored, local }) => stored / local))
    const without = median(times.map(({ local }) => local))
    return [
      {
        what: 'save → the new page is served, with an object store: a section, p50',
        ours: `${median(ours).toFixed(1)} ms`,
        reference: `without: ${without.toFixed(1)} ms`,
        ratio: ratio.toFixed(2),
        goal: '–',
        reached: null,
      },
      fact('the same, p99', `${percentile(ours, 0.99).toFixed(1)} ms`),
      fact('save → the bucket has the new page, p50', `${(await timeCopies(stored.panel)).toFixed(0)} ms`),
      fact('memory for an upload of 100 MB to the bucket', `${(await memoryOfUpload(stored)).toFixed(0)} MB more`),
    ]
  } finally {
    for (const product of products) await product.discard()
    stop()
  }
}

async function saved({ product, panel }: Demo, index: number): Promise<number> {
  await wait(20)
  return timeSave(product.origin, panel, sectionSave.path, sectionSave.change(index))
}

async function untilCopied(panel: Client): Promise<void> {
  for (let tries = 0; tries < 6000; tries++) {
    const { remote, savedRevision } = await (await panel('GET /api/publish')).json()
    if (!remote.pending && remote.revision === savedRevision) return
    await wait(10)
  }
  throw new Error('the bucket never had the page')
}

/** Milliseconds from a save to when the bucket shows its revision, asked for a hundred times a second; the median. */
async function timeCopies(panel: Client): Promise<number> {
  const times: number[] = []
  for (let index = 0; index < copied; index++) {
    const began = performance.now()
    await panel(`PUT ${sectionSave.path}`, { subtitle: `Copiado ${index} veces` })
    await untilCopied(panel)
    times.push(performance.now() - began)
  }
  return median(times)
}

/** How many MB the process grew at most while a film of 100 MB went through it. */
async function memoryOfUpload({ product, panel }: Demo): Promise<number> {
  const body = new Uint8Array(film)
  body.set(Buffer.from('\0\0\0\x18ftypisom\0\0\0\0isommp41', 'latin1'))
  // What the saves have taken would hide what the upload takes.
  await product.restart()
  await untilCopied(panel)
  const session = await openSession(product)
  const address = await (await panel('POST /api/upload/url', { fileName: 'video.mp4', kind: 'video' })).json()
  const before = product.memory()
  let most = before
  const watch = setInterval(() => {
    most = Math.max(most, product.memory())
  }, 20)
  const { status } = await sendPieces(openUpload(product, address.uploadURL, { ...session, 'Content-Length': film }), [body])
  clearInterval(watch)
  if (status !== 201) throw new Error(`${status} instead of 201`)
  return most - before
}
