import { Hono } from 'hono'
import type { Db } from '../../../data/db/db.ts'
import type { QueueMail } from '../../../data/mail/outbox.ts'
import { transferSchema } from '../../../data/transfers/schema.ts'
import { offerTransfer, type TransferOutcome, withdrawTransfer } from '../../../data/transfers/transfers.ts'
import type { AddressHash } from '../../activity/address-hash.ts'
import { clientAddress } from '../../http/client-address.ts'
import { inEqualTime } from '../../http/in-equal-time.ts'
import { fieldErrors, formOf, readsForm } from '../../http/validate.ts'
import type { OwnPage, RefusedForm, RenderedPage } from '../../publishing/render.ts'
import { answerPage } from '../../serving/answer-page.ts'
import { ownPath } from '../own/own-page.ts'
import type { OwnEnv } from '../own/own-seat-routes.ts'

const refusals: Record<Exclude<TransferOutcome, 'offered'>, string> = {
  'not-offered': 'Tu lugar ya no se puede pasar a otra persona.',
  'own-address': 'Este es tu propio correo. Escribe el de la otra persona.',
  pending: 'Ya le ofreciste tu lugar a alguien. Espera su respuesta, o retira la oferta.',
  'too-many': 'Ya ofreciste tu lugar tres veces. Escribe a quienes organizan.',
}

type Needs = {
  db: Db
  mailer: { queue: QueueMail } | null
  config: { trustProxy: number }
  hashAddress: AddressHash
}

type Show = (registration: OwnPage['registration'], refusedTransfer: RefusedForm) => Promise<RenderedPage>

export function ownTransferRoutes({ db, mailer, config, hashAddress }: Needs, show: Show) {
  return new Hono<OwnEnv>()
    .post('/:token/pasar', readsForm(transferSchema), async (c) => {
      const { own: person } = c.var
      const fields = await formOf(c)
      const values = { name: String(fields.name ?? ''), email: String(fields.email ?? '') }
      const parsed = transferSchema.safeParse(fields)
      if (!parsed.success)
        return answerPage(
          c,
          await show(person, { values, errors: fieldErrors(parsed.error), message: 'Revisa los campos marcados.' }),
          422,
        )
      const source = hashAddress(clientAddress(c, config))
      const queueMail: QueueMail | null = mailer && ((kind, to, at) => mailer.queue(kind, to, at, { source }))
      const at = new Date().toISOString()
      const outcome = await inEqualTime(() =>
        queueMail ? offerTransfer(db, person, parsed.data, { at, queueMail }) : 'not-offered',
      )
      if (outcome === 'offered') return c.redirect(ownPath(person.token, 'pasar'), 303)
      return answerPage(c, await show(person, { values, errors: {}, message: refusals[outcome] }), 409)
    })
    .post('/:token/no-pasar', (c) => {
      withdrawTransfer(db, c.var.own.id, new Date().toISOString())
      return c.redirect(ownPath(c.var.own.token, 'pasar'), 303)
    })
}
