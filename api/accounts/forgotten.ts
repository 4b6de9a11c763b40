import type { Logger } from 'pino'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { createLink } from '../../data/accounts/links.ts'
import { findCredentials } from '../../data/accounts/users.ts'
import type { Db } from '../../data/db/db.ts'
import { countAttempt } from '../http/rate-limit.ts'
import { createJob } from '../system/job.ts'
import { linkAddress } from './link-address.ts'

const hour = 60 * 60

/** The most that wait; what comes beyond is dropped, and its answer is the same. */
const maxWaiting = 1_000

type Send = (news: { about: 'reset'; link: string }, to: { name: string; address: string }) => unknown

type Options = { db: Db; publicOrigin: string; log: Logger; send: Send }

export type Forgotten = ReturnType<typeof createForgotten>

/**
 * Sends links to those who forgot their password, after they were answered: how long that takes says nothing about who has an account.
 * Three in an hour for an account, and twenty for an address.
 */
export function createForgotten({ db, publicOrigin, log, send }: Options) {
  const waiting: { email: string; address: string }[] = []
  const ofAccount = new RateLimiterMemory({ points: 3, duration: hour })
  const ofAddress = new RateLimiterMemory({ points: 20, duration: hour })

  async function work(): Promise<void> {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const user = findCredentials(db, next.email)
      if (!user?.isActive || (await countAttempt(ofAddress, next.address)) || (await countAttempt(ofAccount, user.id))) continue
      const token = createLink(db, 'reset', user.id, new Date().toISOString())
      await send({ about: 'reset', link: linkAddress(publicOrigin, token) }, { name: user.name, address: user.email })
    }
  }

  const job = createJob({
    work,
    every: 60_000,
    onError: (error) => log.error({ err: error }, 'a link for a forgotten password was not made'),
  })

  return {
    start: job.start,
    stop: job.stop,
    /** Takes what somebody typed; `address` is where they asked from. */
    ask(email: string, address: string): void {
      if (waiting.length >= maxWaiting) return
      waiting.push({ email, address })
      job.wake()
    },
  }
}
