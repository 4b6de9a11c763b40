import type { GroupMailState } from '../../../api/mail/group-routes.ts'
import { groupMailFieldsSchema, type MailGroup } from '../../../data/mail/schema.ts'
import { formatPeople } from '../../text/format-count.ts'
import type { ToastContent } from '../../toast/toast.ts'
import { ApiError, api, ok } from '../calls/client.ts'
import { createLoaded } from '../calls/loaded.ts'
import { mailList } from './mails.ts'
import { isAllSent, stopping } from './to-many.ts'

/** `state` is null if the site sends no mail. */
export const groupMail = createLoaded<{ state: GroupMailState | null }>(async () => ({
  state: await (await ok(api.mails.group.$get())).json(),
}))

export const groupNames: Record<MailGroup, string> = {
  all: 'Con lugar y en espera',
  registered: 'Con lugar',
  waitlisted: 'En lista de espera',
  confirmed: 'Confirmados',
  arrived: 'Ya llegaron',
  unanswered: 'Con preguntas por contestar',
}

/** The link in this mail leads to the questions on the person's page. */
export const askingMail: GroupMailFields = {
  to: 'unanswered',
  subject: 'Unas preguntas sobre {evento}',
  body: 'Hola, {nombre}:\n\nPara preparar {evento} nos falta saber unas cosas de ti. Contesta aquí, toma un minuto:\n\n{enlace}',
}

export type GroupMailFields = { to: MailGroup | ''; subject: string; body: string }

type Recipients = { expected: number } | { ids: string[] }

/** Throws ApiError, 409 if the group no longer has `expected` people or the mail would reach nobody. */
export async function writeToGroup(fields: GroupMailFields, recipients: Recipients): Promise<ToastContent> {
  try {
    const to = groupMailFieldsSchema.shape.to.parse(fields.to)
    const { people } = await (await ok(api.mails.group.$post({ json: { ...fields, to, ...recipients } }))).json()
    const others = 'ids' in recipients ? recipients.ids.length - people : 0
    const text = `Se está enviando a ${formatPeople(people)}.${others > 0 ? ` ${formatPeople(others)} no lo ${others === 1 ? 'recibe' : 'reciben'}.` : ''}`
    const isOver = () => isAllSent(groupMail)
    return { kind: 'success', title: 'Correo en camino', text, action: stoppingGroup, stays: true, isOver }
  } catch (error) {
    if (error instanceof ApiError && error.status === 409) await groupMail.load()
    throw error
  } finally {
    void groupMail.load()
    void mailList.load()
  }
}

export const stoppingGroup = stopping<GroupMailState>(groupMail, 'envío', async () =>
  (await ok(api.mails.group.$delete())).json(),
)
