/** Draws share cards and constancias in threads, because layout would block visitors and takes much memory. */
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
  | { is: 'certificate'; as: CertificateForm; paper: Paper; pictures: Record<string, Uint8Array> }
  | { is: 'layout'; paper: Paper }
export type CertificateForm = 'pdf' | 'png'
export type Answer = { file: Uint8Array } | { error: string }

/** The thread ends after this idle time. */
const idleMs = 5_000

/** Limit for a drawing. The landing page waits for its card. */
const longestMs = minuteMs

/** Limits for waiting constancias, in total and for one address. */
const [maxWaiting, maxWaitingOfAddress] = [50, 20]

/** Cache limits for constancias. */
const [maxKept, maxKeptBytes] = [200, 16 * 1024 * 1024]

const file = programBeside(import.meta.url, 'draw-thread')

// Separate threads, so that the verification page does not wait for a drawing.
const [draw, layOut] = [createThread(), createThread()]

/** Draws a card as PNG. Throws if it fails. */
export const drawOnDemand: DrawCard = (card, shape, portraits) => draw.drawn({ is: 'card', card, shape, portraits })

/** Cached and current drawings. The least recently used goes first. */
const kept = new Map<string, { file: Promise<Bytes>; bytes: number }>()
const waitingByAddress = new Map<string, number>()

/**
 * Draws a constancia or returns the cached one. `pictures` are signatures by address, `address` is the client. Throws
 * Unavailable if too many wait or the drawing fails.
 */
export async function drawCertificateOnDemand(
  as: CertificateForm,
  paper: Paper,
  pictures: Record<string, Uint8Array>,
  address: string,
): Promise<Bytes> {
  return keptOr(keyOf(as, paper), () => {
    const waiting = waitingByAddress.get(address) ?? 0
    if (draw.waiting() >= maxWaiting || waiting >= maxWaitingOfAddress) throw new Unavailable('too many drawings are waited for')
    waitingByAddress.set(address, waiting + 1)
    return draw.drawn({ is: 'certificate', as, paper, pictures }).finally(() => {
      const rest = (waitingByAddress.get(address) ?? 1) - 1
      if (rest > 0) waitingByAddress.set(address, rest)
      else waitingByAddress.delete(address)
    })
  })
}

/** Lays out a constancia. Throws if it fails. */
export async function layOutOnDemand(paper: Paper): Promise<Drawn[]> {
  const file = await keptOr(keyOf('layout', paper), () => layOut.drawn({ is: 'layout', paper }))
  return JSON.parse(file.toString())
}

/** The text is in the key, because names can be corrected. */
const keyOf = (as: CertificateForm | 'layout', paper: Paper) =>
  `${as} ${createHash('sha256').update(JSON.stringify(paper)).digest('base64url')}`

async function keptOr(key: string, make: () => Promise<Bytes>): Promise<Bytes> {
  const entry = kept.get(key) ?? { file: make(), bytes: 0 }
  kept.delete(key)
  kept.set(key, entry)
  try {
    const file = await entry.file
    entry.bytes = file.byteLength
    forgetOldest()
    return file
  } catch (error) {
    if (kept.get(key) === entry) kept.delete(key)
    throw error
  }
}

function forgetOldest(): void {
  let bytes = 0
  for (const entry of kept.values()) bytes += entry.bytes
  for (const [key, entry] of kept) {
    if (kept.size <= maxKept && bytes <= maxKeptBytes) return
    kept.delete(key)
    bytes -= entry.bytes
  }
}

/** Starts the thread when needed and draws one item at a time. */
function createThread() {
  const oneAtATime = pLimit(1)
  let thread: Worker | null = null
  let ending: NodeJS.Timeout | undefined

  function start(): Worker {
    // Without the process's own preloads.
    const started = new Worker(file, { execArgv: [] })
    const forget = () => {
      if (thread === started) thread = null
    }
    started.on('error', forget).on('exit', forget)
    return started
  }

  function end(): void {
    void thread?.terminate()
    thread = null
  }

  const drawn = (drawing: Drawing): Promise<Bytes> =>
    oneAtATime(async () => {
      clearTimeout(ending)
      thread ??= start()
      thread.ref()
      try {
        return await answerOf(thread, drawing, end)
      } finally {
        thread?.unref()
        ending = setTimeout(end, idleMs).unref()
      }
    })

  return { drawn, waiting: () => oneAtATime.pendingCount }
}

/** Calls `end` after too long. Throws the thread's errors. */
async function answerOf(worker: Worker, drawing: Drawing, end: () => void): Promise<Bytes> {
  const over = new AbortController()
  const tooLong = setTimeout(end, longestMs).unref()
  try {
    const answer = once(worker, 'message', over)
    // The thread may exit without an answer.
    const ended = once(worker, 'exit', over).then(() => {
      throw new Error('the thread that draws ended')
    })
    worker.postMessage(drawing)
    const [drawn] = (await Promise.race([answer, ended])) as [Answer]
    if ('error' in drawn) throw new Error(drawn.error)
    return Buffer.from(drawn.file as Bytes)
  } finally {
    clearTimeout(tooLong)
    over.abort()
  }
}
