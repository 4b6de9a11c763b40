import { dirname } from 'node:path'
import type { Db } from '../../data/db/db.ts'
import type { QueueMail } from '../../data/mail/outbox.ts'
import { type NewRegistration, type Outcome, registrationBatchWriter } from '../../data/registrations/new-registrations.ts'
import { Unavailable } from '../http/errors.ts'
import { hasRoomToPublish } from '../system/disk.ts'

export type Intake = ReturnType<typeof createIntake>

/** The most registrations in one transaction and in the queue. */
export type IntakeBounds = { maxBatch?: number; maxWaiting?: number }

type Waiting = { registration: NewRegistration; resolve: (outcome: Outcome) => void; reject: (error: unknown) => void }

/**
 * The queue through which registrations are stored. Registrations of one turn of the event loop share a transaction, because
 * the disk takes as long for a hundred as for one. At most `maxBatch` go into a transaction, which blocks the event loop.
 * With `maxWaiting` in the queue, further ones are refused at once.
 */
export function createIntake(
  db: Db,
  timeZone: string,
  { maxBatch = 200, maxWaiting = 1_000 }: IntakeBounds = {},
  mail: { queue: QueueMail } | null = null,
  mayWrite = () => true,
) {
  const writeBatch = registrationBatchWriter(db, timeZone, mail?.queue)
  const waiting: Waiting[] = []

  function storeBatch(): void {
    const batch = waiting.splice(0, maxBatch)
    if (batch.length === 0) return
    if (waiting.length > 0) setImmediate(storeBatch)
    try {
      if (!mayWrite()) throw new Error('another machine may have taken over')
      const outcomes = writeBatch(batch.map(({ registration }) => registration))
      for (const [index, { resolve, reject }] of batch.entries()) {
        const outcome = outcomes[index]
        if (outcome instanceof Error) reject(outcome)
        else if (outcome) resolve(outcome)
      }
    } catch (cause) {
      for (const { reject } of batch) reject(new Unavailable('nothing of the batch was stored', { cause }))
    }
  }

  const folder = db.memory ? null : dirname(db.name)
  const isFull = () => !mayWrite() || waiting.length >= maxWaiting || (folder !== null && !hasRoomToPublish(folder))

  return {
    /**
     * Whether `store` would refuse, for too many wait, the disk is nearly full or another machine may write: a reason not to read
     * a body at all.
     */
    isFull,

    /**
     * Resolves with what became of it once that is on the disk. Rejects with `Unavailable` when
     * too many wait or its batch could not be stored, and with the database's error when it alone could not.
     */
    store(registration: NewRegistration): Promise<Outcome> {
      if (isFull()) return Promise.reject(new Unavailable('too many registrations wait, or the disk is nearly full'))
      const { promise, resolve, reject } = Promise.withResolvers<Outcome>()
      waiting.push({ registration, resolve, reject })
      if (waiting.length === 1) setImmediate(storeBatch)
      return promise
    },

    /** Stores what still waits, before the database is closed. */
    drain(): void {
      while (waiting.length > 0) storeBatch()
    },
  }
}
