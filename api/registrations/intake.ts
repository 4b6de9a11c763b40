import { dirname } from 'node:path'
import type { Db } from '../../data/db/db.ts'
import type { QueueMail } from '../../data/mail/outbox.ts'
import { type NewRegistration, type Registering, registrationBatchWriter } from '../../data/registrations/new-registrations.ts'
import { Unavailable } from '../http/errors.ts'
import { hasRoomToPublish } from '../system/disk.ts'
import { oncePerTurn } from '../system/timing.ts'

export type Intake = ReturnType<typeof createIntake>

export type IntakeBounds = { maxBatch?: number; maxWaiting?: number }

type Waiting = { registration: NewRegistration; resolve: (result: Registering) => void; reject: (error: unknown) => void }

/**
 * Registrations that arrive in one turn of the event loop share a transaction. A commit takes as long for a hundred as for one.
 */
export function createIntake(
  db: Db,
  timeZone: string,
  { maxBatch = 200, maxWaiting = 1_000 }: IntakeBounds = {},
  mail: { queue: QueueMail } | null = null,
  isActive = () => true,
) {
  const writeBatch = registrationBatchWriter(db, timeZone, mail?.queue)
  const waiting: Waiting[] = []

  function storeBatch(): void {
    const batch = waiting.splice(0, maxBatch)
    if (batch.length === 0) return
    if (waiting.length > 0) setImmediate(storeBatch)
    try {
      if (!isActive()) throw new Error('another machine may have taken over')
      const results = writeBatch(batch.map(({ registration }) => registration))
      for (const [index, { resolve, reject }] of batch.entries()) {
        const result = results[index]
        if (result instanceof Error) reject(result)
        else if (result) resolve(result)
      }
    } catch (cause) {
      for (const { reject } of batch) reject(new Unavailable('nothing of the batch was stored', { cause }))
    }
  }

  const folder = db.memory ? null : dirname(db.name)
  const hasRoom = oncePerTurn(() => folder === null || hasRoomToPublish(folder))
  const isFull = () => !isActive() || waiting.length >= maxWaiting || !hasRoom()

  return {
    isFull,

    /** Resolves after the commit. Rejects with `Unavailable` or the database's error. */
    store(registration: NewRegistration): Promise<Registering> {
      if (isFull()) return Promise.reject(new Unavailable('too many registrations wait, or the disk is nearly full'))
      const { promise, resolve, reject } = Promise.withResolvers<Registering>()
      waiting.push({ registration, resolve, reject })
      if (waiting.length === 1) setImmediate(storeBatch)
      return promise
    },

    drain(): void {
      while (waiting.length > 0) storeBatch()
    },
  }
}
