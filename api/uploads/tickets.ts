import { randomBytes } from 'node:crypto'
import type { ImageKind } from '../../data/image-kinds.ts'
import { minuteMs } from '../../data/time.ts'
import type { UploadType } from '../../data/uploads.ts'

export type Ticket = {
  name: string
  userId: string
  type: UploadType
  kind: ImageKind | null
}

type Issued = Ticket & { expires: number; isUsed: boolean }

const lifetimeMs = 10 * minuteMs

const maxTicketsPerUser = 500

/** `now` is monotonic, so setting the clock back extends no ticket. */
export function createTickets(now: () => number = () => performance.now()) {
  const issued = new Map<string, Issued>()

  return {
    issue(ticket: Ticket): string | null {
      for (const [key, { expires }] of issued) {
        if (expires > now()) break
        issued.delete(key)
      }
      const userTickets = [...issued.values()].filter(({ userId }) => userId === ticket.userId)
      if (userTickets.length >= maxTicketsPerUser) return null
      const key = randomBytes(16).toString('base64url')
      issued.set(key, { ...ticket, expires: now() + lifetimeMs, isUsed: false })
      return key
    },

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
