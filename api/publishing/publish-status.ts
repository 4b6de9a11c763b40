import type { Logger } from 'pino'
import { publishProblem } from './problem.ts'

/** `publishedAt` is ISO 8601 in UTC. `pending` is the number of item pages that are not published yet. */
export type PublishStatus = {
  revision: number
  publishedAt: string | null
  error: string | null
  pending?: number
}

export function createPublishStatus(log: Logger) {
  let status: PublishStatus = { revision: 0, publishedAt: null, error: null }
  const listeners: (() => void)[] = []

  function set(next: PublishStatus): void {
    status = next
    for (const listener of listeners) listener()
  }

  return {
    current: () => status,
    onPublished: (listener: () => void) => void listeners.push(listener),
    succeed: (revision: number) => set({ revision, publishedAt: new Date().toISOString(), error: null }),
    landed: (pending: number) => set({ ...status, error: null, pending }),
    countDown(pending: number) {
      status = { ...status, pending }
    },
    fail(error: unknown) {
      log.error({ err: error }, 'publishing failed: the previous page stays up')
      const { pending: _, ...before } = status
      status = { ...before, error: publishProblem(error) }
    },
  }
}
