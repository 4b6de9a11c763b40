import { atom } from 'nanostores'
import type { MailStatus } from '../../../api/mail/mailer.ts'
import type { MailKind } from '../../../data/content/mail-texts.ts'
import type { MailText } from '../../../data/mail/announcements.ts'
import type { ListedMail, MailCounts } from '../../../data/mail/mails.ts'
import type { MailFilter } from '../../../data/mail/schema.ts'
import { attempt } from '../calls/attempt.ts'
import { api, ok } from '../calls/client.ts'
import { onThisClock } from '../calls/clock.ts'
import { createLoaded, type Loader } from '../calls/loaded.ts'
import { countIn, pageQuery } from '../calls/paging.ts'
import type { FormatDate } from '../shell/time-zone.ts'
import { copyText } from '../ui/copy-text.ts'

/** Null if no mail server is set up. `lastAtMs` is the time of the last delivery by this computer's clock. */
type MailServerNow = (MailStatus & { lastAtMs: number | null }) | null

export const mailServer: Loader<{ server: MailServerNow }> = createLoaded(async () => {
  const response = await ok(api.mails.server.$get())
  const status = await response.json()
  const lastAtMs = status?.lastSentAt ? onThisClock(status.lastSentAt, response) : null
  return { server: status && { ...status, lastAtMs } }
})

type Status = NonNullable<MailFilter['status']> | 'all'

type Filter = { search: string; status: Status; page: number }

/** Pages count from 0. */
export const $mailFilter = atom<Filter>({ search: '', status: 'all', page: 0 })

type MailPage = { mails: ListedMail[]; counts: MailCounts; filter: Filter }

export const mailList: Loader<MailPage> = createLoaded(async () => {
  const filter = $mailFilter.get()
  const { search, status, page } = filter
  const query = { search, ...(status !== 'all' && { status }), ...pageQuery(page) }
  const response = await ok(api.mails.$get({ query }))
  const count = countIn(response)
  const counts = { matching: count('matching'), queued: count('queued'), sent: count('sent'), failed: count('failed') }
  return { mails: await response.json(), counts, filter }
})

export function setMailFilter(change: Partial<Filter>): void {
  $mailFilter.set({ ...$mailFilter.get(), page: 0, ...change })
  void mailList.load()
}

export function createMailsOf(registration: string): Loader<ListedMail[]> {
  return createLoaded(async () => (await ok(api.mails.$get({ query: { registration } }))).json())
}

export async function resend(id: string): Promise<void> {
  await attempt('No se reenvió', async () => {
    await ok(api.mails[':id'].resend.$post({ param: { id } }))
    return { title: 'Correo en camino', text: 'Se envía en unos segundos.' }
  })
}

/** Without `words`, the server sends the mail's stored texts. */
export async function sendTest(kind: MailKind | 'group', to: string, words: Partial<MailText> = {}): Promise<void> {
  await attempt('La prueba no salió', async () => {
    const { response } = await (await ok(api.mails.test.$post({ json: { kind, to, ...words } }))).json()
    return { title: `Prueba enviada a ${to}`, text: `El servidor de correo respondió: ${response}` }
  })
  void mailServer.load()
}

export async function copyLink(id: string): Promise<void> {
  await attempt('No se copió', async () => {
    const { url } = await (await ok(api.registrations[':id'].link.$get({ param: { id } }))).json()
    const text = 'Es personal: quien lo tenga puede ver y cambiar este registro.'
    await copyText(url, { title: 'Enlace copiado', text }, `Copia esta dirección: ${url}`)
    return undefined
  })
}

export const mailStates: Record<ListedMail['status'], { label: string; many: string; className: string }> = {
  queued: { label: 'En cola', many: 'En cola', className: 'badge-warning' },
  sent: { label: 'Entregado', many: 'Entregados', className: 'badge-success' },
  failed: { label: 'No llegó', many: 'No llegaron', className: 'badge-error' },
}

export const delayNote = (formatDate: FormatDate, until: string) =>
  `Espera porque ya salieron muchos correos: sigue el ${formatDate(until, "dd/MM 'a las' HH:mm")}.`
