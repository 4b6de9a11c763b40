import { minuteMs } from '../../data/time.ts'
import type { AttendeeList } from '../attendees/attendee-list.ts'
import { endSession } from './sign-in.ts'
import { type Doubles, exchange, fetchDoubles, type SyncStatus } from './sync.ts'

const betweenDoublesMs = minuteMs

export type Connection = {
  status: SyncStatus
  isPaused: boolean
  sync(): Promise<void>
  /** Starts an exchange after the running one, because the running exchange may lack what happened just before this call. */
  syncAgain(): Promise<void>
}

type Options = { attendees: AttendeeList; onExchanged(): Promise<void>; onDoubles(doubles: Doubles): void }

export function createConnection({ attendees, onExchanged, onDoubles }: Options): Connection {
  let exchanging: Promise<void> | null = null
  let doublesAt = 0

  async function sync(): Promise<void> {
    if (connection.isPaused) return
    exchanging ??= exchangeOnce().finally(() => {
      exchanging = null
    })
    return exchanging
  }

  async function exchangeOnce(): Promise<void> {
    if (attendees.settings.isLeaving) return endSession(attendees)
    const { state } = connection.status
    connection.status = await exchange(attendees)
    if (state !== connection.status.state || connection.status.hasDoubles) doublesAt = 0
    await onExchanged()
    if (connection.status.state !== 'fresh' || Date.now() - doublesAt <= betweenDoublesMs) return
    doublesAt = Date.now()
    const doubles = await fetchDoubles()
    if (doubles) onDoubles(doubles)
  }

  async function syncAgain(): Promise<void> {
    await exchanging
    await sync()
  }

  const connection: Connection = { status: { state: 'never' }, isPaused: false, sync, syncAgain }
  return connection
}
