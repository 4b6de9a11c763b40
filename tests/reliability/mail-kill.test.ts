/** The server is killed while it sends mails. No mail is lost, and only mails that were on the way may arrive twice. */
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startMailServer } from '../../api/mail/testing.ts'
import { startProduct } from '../support/product.ts'
import { report } from './report.ts'
import { register } from './visitors.ts'

const people = 12
const maxConnections = 3

const tries = 60

test(`${tries} kills lose no mail, and repeat only mails that were being sent`, {
  timeout: tries * 30_000,
}, async () => {
  const step = { kill: () => {}, at: 0, seen: 0 }
  /** Counts steps and kills the process at one of them: sender, recipient, text, or after the acceptance. */
  const pass = () => {
    step.seen += 1
    if (step.seen === step.at) step.kill()
    return null
  }
  const trouble = { from: pass, recipient: pass, data: async () => pass() }
  const mails = await startMailServer(trouble)
  const product = await startProduct({ SMTP_URL: mails.url, MAIL_FROM: 'Conferencia <hola@ejemplo.gt>' })
  let lost = 0
  let doubled = 0
  try {
    for (let round = 0; round < tries; round++) {
      const before = mails.taken.length
      const killed = Promise.withResolvers<void>()
      Object.assign(step, {
        seen: 0,
        at: 1 + ((round * 7) % (3 * people)),
        kill: () => {
          process.kill(product.pid(), 'SIGKILL')
          killed.resolve()
        },
      })
      const emails = Array.from({ length: people }, (_, index) => `persona-${round}-${index}@ejemplo.gt`)
      const statuses = await Promise.all(emails.map((email) => register(product, email)))
      await killed.promise
      Object.assign(step, { at: 0 })
      await product.restart('SIGKILL')
      const answered = emails.filter((_, index) => statuses[index] === 201)
      const arrived = () => mails.taken.slice(before).flatMap(({ to }) => to)
      const missing = () => answered.filter((email) => !arrived().includes(email))
      await expect
        .poll(missing)
        .toEqual([])
        .catch(() => {})
      // Waits for mails that are sent twice, which come right after the start.
      await wait(200)
      const count = (email: string) => arrived().filter((to) => to === email).length
      lost += missing().length
      const twice = emails.reduce((sum, email) => sum + Math.max(0, count(email) - 1), 0)
      doubled += twice
      expect(twice).toBeLessThanOrEqual(maxConnections)
    }
  } finally {
    await product.discard()
  }
  report({ what: `mails after a kill (${doubled} doubled)`, tried: tries, lost })
  expect(lost).toBe(0)
})
