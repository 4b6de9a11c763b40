/**
 * Draws share cards and constancias in a thread of their own, which is there only while there is something to draw: the layout
 * takes longer than this process may keep visitors waiting, and needs memory that it otherwise has no use for.
 */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import pLimit from 'p-limit'
import { minute } from '../../data/time.ts'
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
const idle = 5_000

/** Milliseconds after which a drawing is given up: the page's card is waited for. */
const longest = minute

/** Constancias that visitors may wait for at a time. */
const mostWaiting = 50

const oneAtATime = pLimit(1)
let thread: Worker | null = null
let ending: NodeJS.Timeout | undefined

const file = programBeside(import.meta.url, 'draw-thread')

/** A card as PNG. Throws when it cannot be drawn. */
export const drawOnDemand: DrawCard = (card, shape, portraits) => drawn({ is: 'card', card, shape, portraits })

/**
 * A constancia as PDF or PNG; `pictures` are those of its signatures, by address. Throws Unavailable when too many wait, and when
 * it cannot be drawn.
 */
export async function drawCertificateOnDemand(
  as: CertificateForm,
  paper: Paper,
  pictures: Record<string, Uint8Array>,
): Promise<Bytes> {
  return whereFewWait({ is: 'certificate', as, paper, pictures })
}

/** Where everything stands on a constancia. Throws as `drawCertificateOnDemand`. */
export async function layOutOnDemand(paper: Paper): Promise<Drawn[]> {
  const file = await whereFewWait({ is: 'layout', paper })
  return JSON.parse(file.toString())
}

function whereFewWait(drawing: Drawing): Promise<Bytes> {
  if (oneAtATime.pendingCount >= mostWaiting) throw new Unavailable('too many drawings are waited for')
  return drawn(drawing)
}

/** One at a time. */
const drawn = (drawing: Drawing): Promise<Bytes> =>
  oneAtATime(async () => {
    clearTimeout(ending)
    thread ??= startThread()
    thread.ref()
    try {
      return await answerOf(thread, drawing)
    } finally {
      thread?.unref()
      ending = setTimeout(end, idle).unref()
    }
  })

function startThread(): Worker {
  // What this process was told to load first is not for it.
  const started = new Worker(file, { execArgv: [] })
  const forget = () => {
    if (thread === started) thread = null
  }
  started.on('error', forget).on('exit', forget)
  return started
}

async function answerOf(worker: Worker, drawing: Drawing): Promise<Bytes> {
  const over = new AbortController()
  const tooLong = setTimeout(end, longest).unref()
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

function end(): void {
  void thread?.terminate()
  thread = null
}
