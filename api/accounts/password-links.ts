import type { Logger } from 'pino'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { createLink } from '../../data/accounts/links.ts'
import { findCredentials } from '../../data/accounts/users.ts'
import type { Db } from '../../data/db/db.ts'
import { hourMs, minuteMs } from '../../data/time.ts'
import { countAttempt } from '../http/rate-limit.ts'
import { createJob } from '../system/job.ts'
import type { AccountMailer } from './account-mails.ts'
import { linkAddress } from './link-address.ts'

const maxWaitingCount = 1_000

type Options = { db: Db; publicOrigin: string; log: Logger; send: AccountMailer['mailAccount'] }

export type PasswordLinks = ReturnType<typeof createPasswordLinks>

/** Looks up accounts after the response, so that the response time does not reveal which e-mails have an account. */
export function createPasswordLinks({ db, publicOrigin, log, send }: Options) {
  const waiting: { email: string; address: string }[] = []
  const ofAccount = new RateLimiterMemory({ points: 3, duration: hourMs / 1000 })
  const ofAddress = new RateLimiterMemory({ points: 20, duration: hourMs / 1000 })

  async function work(): Promise<void> {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const user = findCredentials(db, next.email)
      if (!user?.isActive || (await countAttempt(ofAddress, next.address)) || (await countAttempt(ofAccount, user.id))) continue
      const token = createLink(db, 'reset', user.id, new Date().toISOString())
      await send({ about: 'reset', link: linkAddress(publicOrigin, token) }, user)
    }
  }

  const job = createJob({
    work,
    everyMs: minuteMs,
    onError: (error) => log.error({ err: error }, 'a link for a forgotten password was not made'),
  })

  return {
    start: job.start,
    stop: job.stop,
    request(email: string, address: string): void {
      if (waiting.length >= maxWaitingCount) return
      waiting.push({ email, address })
      job.wake()
    },
  }
}
