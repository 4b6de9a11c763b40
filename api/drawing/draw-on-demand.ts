/**
 * Draws share cards and constancias in threads of their own. The layout takes longer than this process may keep visitors waiting, and
 * needs memory that it otherwise has no use for.
 */
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

/** What the thread is told, and what it answers. */
export type Drawing =
  | { is: 'card'; card: ShareCard; shape: CardShape; portraits: Uint8Array[] }
  | { is: 'certificate'; as: CertificateForm; paper: Paper; pictures: Record<string, Uint8Array> }
  | { is: 'layout'; paper: Paper }
/** The forms in which a constancia is handed out. */
export type CertificateForm = 'pdf' | 'png'
export type Answer = { file: Uint8Array } | { error: string }

/** Milliseconds for which the thread stays when there is nothing to draw. */
const idleMs = 5_000

/** Milliseconds after which a drawing is given up: the page's card is waited for. */
const longestMs = minuteMs

/** Constancias that visitors may wait for at a time, and those that one address may. */
const [maxWaiting, maxWaitingOfAddress] = [50, 20]

/** Constancias that stay in memory once they are drawn, and their bytes. */
const [maxKept, maxKeptBytes] = [200, 16 * 1024 * 1024]

const file = programBeside(import.meta.url, 'draw-thread')

// The page that proves a constancia needs its layout: it waits for no drawing, so it has a thread of its own.
const [draw, layOut] = [createThread(), createThread()]

/** A card as PNG. Throws when it cannot be drawn. */
export const drawOnDemand: DrawCard = (card, shape, portraits) => draw.drawn({ is: 'card', card, shape, portraits })

/** Constancias by what is on them, also while they are being drawn. The one asked for longest ago goes first. */
const kept = new Map<string, { file: Promise<Bytes>; bytes: number }>()
const waitingByAddress = new Map<string, number>()

/**
 * A constancia as PDF or PNG; `pictures` are those of its signatures, by address. `address` is who asks. One that was drawn before, or
 * is being drawn, is not drawn again. Throws Unavailable when too many wait, in all or from this address, and when it cannot be drawn.
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

/** Where everything stands on a constancia. Throws when it cannot be laid out. */
export async function layOutOnDemand(paper: Paper): Promise<Drawn[]> {
  const file = await keptOr(keyOf('layout', paper), () => layOut.drawn({ is: 'layout', paper }))
  return JSON.parse(file.toString())
}

/** A code and a form; what the constancia says belongs to it, for names are corrected. */
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

/** A thread that draws one thing at a time; it is there only while there is something to draw. */
function createThread() {
  const oneAtATime = pLimit(1)
  let thread: Worker | null = null
  let ending: NodeJS.Timeout | undefined

  function start(): Worker {
    // What this process was told to load first is not for it.
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

/** The thread's answer; `end` ends it when that takes too long. Throws what the thread throws. */
async function answerOf(worker: Worker, drawing: Drawing, end: () => void): Promise<Bytes> {
  const over = new AbortController()
  const tooLong = setTimeout(end, longestMs).unref()
  try {
    const answer = once(worker, 'message', over)
    // Its end without an answer is one as well.
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
