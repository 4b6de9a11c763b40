import { Hono } from 'hono'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { createEmailChange, findEmailChange, useEmailChange } from '../../data/accounts/links.ts'
import { linkSchema, ownEmailSchema, profileSchema } from '../../data/accounts/schema.ts'
import { updateUser } from '../../data/accounts/users.ts'
import type { Db } from '../../data/db/db.ts'
import { hourMs } from '../../data/time.ts'
import { recorded } from '../activity/record.ts'
import type { Env } from '../http/env.ts'
import { problem, problemWithRetry } from '../http/errors.ts'
import { countAttempt } from '../http/rate-limit.ts'
import { fieldProblem, validate } from '../http/validate.ts'
import type { AccountMailer } from './account-mails.ts'
import { deadLink, ownFields, takenEmail } from './answers.ts'
import { currentUser, requireOwnFactor } from './guard.ts'
import { linkAddress } from './link-address.ts'

const manyMails = 'Pediste varios cambios de email. Espera una hora y vuelve a intentarlo.'

type Needs = { db: Db; mailer: AccountMailer | null; config: { publicOrigin: string } }

export function profileRoutes({ db, mailer, config }: Needs) {
  const needsOwnFactor = requireOwnFactor({ db })
  const mails = new RateLimiterMemory({ points: 5, duration: hourMs / 1000 })

  return new Hono<Env>()
    .put('/profile', validate('json', profileSchema), (c) => {
      const caller = currentUser(c)
      const user = recorded(db, caller, { action: 'user-changed', subjectId: caller.id }, () =>
        updateUser(db, caller.id, c.req.valid('json'), new Date().toISOString()),
      )
      return typeof user === 'string' ? problem(c, 401) : c.json({ user: ownFields(user) }, 200)
    })
    .post('/email', needsOwnFactor, validate('json', ownEmailSchema), async (c) => {
      const caller = currentUser(c)
      const { email } = c.req.valid('json')
      const at = new Date().toISOString()
      if (!mailer) {
        const user = recorded(
          db,
          caller,
          (changed) => (typeof changed === 'string' ? null : { action: 'access-changed', subjectId: caller.id }),
          () => updateUser(db, caller.id, { email }, at),
        )
        if (user === 'taken') return c.json(takenEmail, 422)
        return typeof user === 'string' ? problem(c, 401) : c.json({ isSent: false, user: ownFields(user) }, 200)
      }
      const over = await countAttempt(mails, caller.id)
      if (over) return problemWithRetry(c, 429, manyMails, over.seconds)
      // If the e-mail belongs to another account, it is refused only after the link is opened. So nobody learns which accounts
      // exist.
      const token = recorded(db, caller, null, () => createEmailChange(db, caller.id, email, at))
      const link = linkAddress(config.publicOrigin, token, 'correo')
      await mailer.mailAccount({ about: 'email', link }, { name: caller.name, email })
      return c.json({ isSent: true, user: ownFields(caller) }, 200)
    })
    .post('/email/confirm', validate('json', linkSchema), (c) => {
      const { token } = c.req.valid('json')
      const at = new Date().toISOString()
      const change = findEmailChange(db, token, at)
      if (!change) return c.json(deadLink, 422)
      const user = recorded(
        db,
        change.user,
        (changed) => changed && changed !== 'taken' && { action: 'access-changed', subjectId: changed.id },
        () => useEmailChange(db, token, at),
      )
      if (user === 'taken') return c.json(fieldProblem('token', 'Este correo ya es de otra cuenta.'), 422)
      if (!user) return c.json(deadLink, 422)
      void mailer?.mailAccount({ about: 'access', what: `Tu email para entrar es ahora ${user.email}.` }, change.user)
      return c.body(null, 204)
    })
}
