import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { askForAlert, countAlerts } from '../../../data/alerts/alerts.ts'
import { alertSchema } from '../../../data/alerts/schema.ts'
import type { Db } from '../../../data/db/db.ts'
import { budgetsOf } from '../../../data/mail/budgets.ts'
import { offerNow } from '../../../data/registrations/places-now.ts'
import { clientAddress } from '../../http/client-address.ts'
import type { Env } from '../../http/env.ts'
import { problem, setRetryAfter } from '../../http/errors.ts'
import { inEqualTime } from '../../http/in-equal-time.ts'
import { createRegistrationLimiter } from '../../http/minute-limit.ts'
import { isForm, validate } from '../../http/validate.ts'
import { createDailyLimit } from '../daily-limit.ts'

const noticePath = (notice: 'enviado' | 'revisa' | 'espera' | 'lleno') => `/#avisame-${notice}`

const tooMany = 'Hay muchas solicitudes en este momento. Espera un minuto y vuelve a intentarlo.'
const tooManyToday = 'Desde tu red ya se pidieron muchos avisos hoy. Inténtalo mañana o desde otra conexión.'
const notOffered = 'El registro ya no está por abrir, o este sitio no envía correos. Mira en la página cómo va.'
const full = 'Ya hay demasiados correos anotados. Vuelve a la página cuando abra el registro.'

type Needs = {
  db: Db
  mailer: { wakeAlerts(): void } | null
  config: { timeZone: string; registrationLimit: number; trustProxy: number }
}

/** Known and new addresses get equal answers, after the same time. */
export function alertRoutes({ db, mailer, config }: Needs) {
  const perMinute = createRegistrationLimiter(config.registrationLimit)
  const daily = createDailyLimit(() => budgetsOf(config.registrationLimit).address?.day ?? Number.POSITIVE_INFINITY)
  const offer = offerNow(db, config.timeZone)

  const limited = createMiddleware<Env>(async (c, next) => {
    const address = clientAddress(c, config)
    const untilTomorrow = daily.wait(address)
    const wait = untilTomorrow || (await perMinute.attempt(address))
    if (wait === 0) return next()
    if (isForm(c)) return c.redirect(noticePath('espera'), 303)
    setRetryAfter(c, wait)
    return problem(c, 429, untilTomorrow > 0 ? tooManyToday : tooMany)
  })

  async function ask(email: string, address: string): Promise<'accepted' | 'full' | 'not-offered'> {
    return inEqualTime(async () => {
      const at = new Date().toISOString()
      if (!mailer || offer(at).state !== 'not-open') return 'not-offered'
      const outcome = askForAlert(db, email, at)
      if (outcome === 'full') return outcome
      daily.count(address)
      await perMinute.stored()
      mailer.wakeAlerts()
      return outcome
    })
  }

  const formPost = createMiddleware<Env>(async (c, next) => {
    if (!isForm(c)) return next()
    const form = new URLSearchParams(await c.req.text())
    const parsed = alertSchema.safeParse({ email: form.get('email') ?? '', reserved: form.get('reserved') ?? '' })
    if (!parsed.success) return c.redirect(noticePath('revisa'), 303)
    const outcome = await ask(parsed.data.email, clientAddress(c, config))
    const paths = { accepted: noticePath('enviado'), full: noticePath('lleno'), 'not-offered': '/#registro' }
    return c.redirect(paths[outcome], 303)
  })

  return new Hono<Env>().post('/alert', limited, formPost, validate('json', alertSchema), async (c) => {
    const outcome = await ask(c.req.valid('json').email, clientAddress(c, config))
    if (outcome !== 'accepted') return problem(c, 409, outcome === 'full' ? full : notOffered)
    return c.json({ accepted: true }, 202)
  })
}

/** Returns only the number, because nobody may list the addresses. */
export const alertCountRoutes = ({ db, mailer }: Pick<Needs, 'db' | 'mailer'>) =>
  new Hono<Env>().get('/alerts', (c) => c.json({ waiting: countAlerts(db), isOffered: mailer !== null }, 200))
