import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import pLimit from 'p-limit'
import { minuteMs, secondMs } from '../../data/time.ts'
import { Unavailable } from '../http/errors.ts'
import type { Bytes } from '../serving/site.ts'
import { envWithoutSecrets } from '../system/programs.ts'
import type { Paper } from './certificate-paper.ts'
import type { CardShape, ShareCard } from './share-card.ts'

export type Drawing =
  | { is: 'card'; card: ShareCard; shape: CardShape; portraits: Uint8Array[] }
  | { is: CertificateForm; paper: Paper; pictures: Record<string, Uint8Array> }
  | { is: 'layout'; paper: Paper }
export type CertificateForm = 'pdf' | 'png'
export type Answer = { file: Uint8Array } | { error: string }

const maxDrawingMs = minuteMs

/** The process ends after `idleMs` without a drawing, because the picture libraries keep memory that they have used. */
export function createDrawingProcess(program: string, idleMs = 5 * secondMs) {
  const oneAtATime = pLimit(1)
  let running: ChildProcess | null = null
  let idleTimer: NodeJS.Timeout | undefined

  function start(): ChildProcess {
    const child = fork(program, { env: envWithoutSecrets(), execArgv: ['--max-old-space-size=512'], serialization: 'advanced' })
    const forget = () => {
      if (running === child) running = null
    }
    return child.on('error', forget).on('exit', forget)
  }

  function end(): void {
    running?.kill('SIGKILL')
    running = null
  }

  /** Throws Unavailable if the process ends before it answers. */
  const draw = (drawing: Drawing): Promise<Bytes> =>
    oneAtATime(async () => {
      clearTimeout(idleTimer)
      const child = running ?? start()
      running = child
      setActive(child, true)
      try {
        return await answerOf(child, drawing, end)
      } finally {
        setActive(child, false)
        idleTimer = setTimeout(end, idleMs).unref()
      }
    })

  return { draw, waitingCount: () => oneAtATime.pendingCount }
}

/** Without a drawing, the child process does not keep this process running. */
function setActive(child: ChildProcess, isActive: boolean): void {
  const method = isActive ? 'ref' : 'unref'
  child[method]()
  child.channel?.[method]()
}

async function answerOf(child: ChildProcess, drawing: Drawing, end: () => void): Promise<Bytes> {
  const over = new AbortController()
  const timeout = setTimeout(end, maxDrawingMs).unref()
  try {
    const answer = once(child, 'message', over)
    const exit = once(child, 'exit', over).then(() => {
      throw new Unavailable('the process that draws ended')
    })
    child.send(drawing)
    const [drawn] = (await Promise.race([answer, exit])) as [Answer]
    if ('error' in drawn) throw new Error(drawn.error)
    return Buffer.from(drawn.file as Bytes)
  } finally {
    clearTimeout(timeout)
    over.abort()
  }
}
