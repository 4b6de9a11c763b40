import { randomBytes } from 'node:crypto'
import { minute } from '../../data/time.ts'
import type { ImageKind, UploadType } from '../../data/uploads.ts'

/** Permission to upload one file under one name. */
export type Ticket = {
  name: string
  userId: string
  type: UploadType
  /** What an image is for, if that limits its dimensions. */
  kind: ImageKind | null
}

type Issued = Ticket & { expires: number; isUsed: boolean }

const tenMinutes = 10 * minute

/** More than anybody needs, and a bound on the memory of one account. */
const perUser = 500

/**
 * The tickets of this process, in its memory: they live ten minutes, so a restart costs no more than choosing the file
 * again. `now` counts milliseconds: of the process, for a clock that is set back would let them live on.
 */
export function createTickets(now: () => number = () => performance.now()) {
  const issued = new Map<string, Issued>()

  return {
    /** A random ticket of 128 bits, or null when the user holds too many. */
    issue(ticket: Ticket): string | null {
      // The oldest come first, for all live equally long.
      for (const [key, { expires }] of issued) {
        if (expires > now()) break
        issued.delete(key)
      }
      const held = [...issued.values()].filter(({ userId }) => userId === ticket.userId)
      if (held.length >= perUser) return null
      const key = randomBytes(16).toString('base64url')
      issued.set(key, { ...ticket, expires: now() + tenMinutes, isUsed: false })
      return key
    },

    /**
     * Uses up a ticket: what it allows, or why not. It is read and marked in one synchronous step, so that of two
     * requests with one ticket only one gets it.
     */
    use(key: string, name: string, userId: string): Ticket | 'unknown' | 'foreign' | 'used' {
      const ticket = issued.get(key)
      if (!ticket || ticket.name !== name || ticket.expires <= now()) return 'unknown'
      if (ticket.userId !== userId) return 'foreign'
      if (ticket.isUsed) return 'used'
      ticket.isUsed = true
      return ticket
    },
  }
}

export type Tickets = ReturnType<typeof createTickets>
