/** Draws in worker threads, so that other requests do not wait. */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import pLimit from 'p-limit'
import { minuteMs } from '../../data/time.ts'
import { Unavailable } from '../http/errors.ts'
import type { Bytes } from '../serving/site.ts'
import { programBeside } from '../system/programs.ts'
import type { Drawn, Paper } from './certificate-paper.ts'
import type { CardShape, DrawCard, ShareCard } from './share-card.ts'

export type Drawing =
  | { is: 'card'; card: ShareCard; shape: CardShape; portraits: Uint8Array[] }
  | { is: CertificateForm; paper: Paper; pictures: Record<string, Uint8Array> }
  | { is: 'layout'; paper: Paper }
export type CertificateForm = 'pdf' | 'png'
export type Answer = { file: Uint8Array } | { error: string }

const idleThreadMs = 5_000

const maxDrawingMs = minuteMs

const [maxWaiting, maxWaitingOfAddress] = [50, 20]

const [maxCachedDrawings, maxCachedBytes] = [200, 16 * 1024 * 1024]

const file = programBeside(import.meta.url, 'draw-thread')

const [drawingThread, layoutThread] = [createThread(), createThread()]

export const drawOnDemand: DrawCard = (card, shape, portraits) => drawingThread.draw({ is: 'card', card, shape, portraits })

const cache = new Map<string, { file: Promise<Bytes>; bytes: number }>()
const waitingByAddress = new Map<string, number>()

/** `address` is the client's IP address. Throws Unavailable if too many drawings wait. */
export async function drawCertificateOnDemand(
  is: CertificateForm,
  paper: Paper,
  pictures: Record<string, Uint8Array>,
  address: string,
): Promise<Bytes> {
  return cached(keyOf(is, paper), async () => {
    const waiting = waitingByAddress.get(address) ?? 0
    if (drawingThread.waitingCount() >= maxWaiting || waiting >= maxWaitingOfAddress)
      throw new Unavailable('too many drawings are waited for')
    waitingByAddress.set(address, waiting + 1)
    try {
      return await drawingThread.draw({ is, paper, pictures })
    } finally {
      const rest = (waitingByAddress.get(address) ?? 1) - 1
      if (rest > 0) waitingByAddress.set(address, rest)
      else waitingByAddress.delete(address)
    }
  })
}

export async function layOutOnDemand(paper: Paper): Promise<Drawn[]> {
  const file = await cached(keyOf('layout', paper), () => layoutThread.draw({ is: 'layout', paper }))
  return JSON.parse(file.toString())
}

const keyOf = (is: CertificateForm | 'layout', paper: Paper) =>
  `${is} ${createHash('sha256').update(JSON.stringify(paper)).digest('base64url')}`

async function cached(key: string, make: () => Promise<Bytes>): Promise<Bytes> {
  const entry = cache.get(key) ?? { file: make(), bytes: 0 }
  cache.delete(key)
  cache.set(key, entry)
  try {
    const file = await entry.file
    entry.bytes = file.byteLength
    removeOldest()
    return file
  } catch (error) {
    if (cache.get(key) === entry) cache.delete(key)
    throw error
  }
}

function removeOldest(): void {
  let bytes = 0
  for (const entry of cache.values()) bytes += entry.bytes
  for (const [key, entry] of cache) {
    if (cache.size <= maxCachedDrawings && bytes <= maxCachedBytes) return
    cache.delete(key)
    bytes -= entry.bytes
  }
}

function createThread() {
  const oneAtATime = pLimit(1)
  let thread: Worker | null = null
  let idleTimer: NodeJS.Timeout | undefined

  function start(): Worker {
    const worker = new Worker(file, { execArgv: [] })
    const forget = () => {
      if (thread === worker) thread = null
    }
    return worker.on('error', forget).on('exit', forget)
  }

  function end(): void {
    void thread?.terminate()
    thread = null
  }

  const draw = (drawing: Drawing): Promise<Bytes> =>
    oneAtATime(async () => {
      clearTimeout(idleTimer)
      thread ??= start()
      thread.ref()
      try {
        return await answerOf(thread, drawing, end)
      } finally {
        thread?.unref()
        idleTimer = setTimeout(end, idleThreadMs).unref()
      }
    })

  return { draw, waitingCount: () => oneAtATime.pendingCount }
}

async function answerOf(worker: Worker, drawing: Drawing, end: () => void): Promise<Bytes> {
  const over = new AbortController()
  const timeout = setTimeout(end, maxDrawingMs).unref()
  try {
    const answer = once(worker, 'message', over)
    const exit = once(worker, 'exit', over).then(() => {
      throw new Error('the thread that draws ended')
    })
    worker.postMessage(drawing)
    const [drawn] = (await Promise.race([answer, exit])) as [Answer]
    if ('error' in drawn) throw new Error(drawn.error)
    return Buffer.from(drawn.file as Bytes)
  } finally {
    clearTimeout(timeout)
    over.abort()
  }
}
