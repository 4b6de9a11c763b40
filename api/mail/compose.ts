import DKIM from 'nodemailer/lib/dkim'
import MailComposer from 'nodemailer/lib/mail-composer'
import { qrPng } from '../registrations/ticket.ts'
import type { MailConfig } from './config.ts'
import type { Letter } from './connection.ts'
import { type MailedLook, mailHtml, mailText } from './html.ts'
import { type Message, nameInMail } from './message.ts'

type Draft = {
  message: Message
  to: { name: string; address: string }
  event: MailedLook
  replyTo: string
  messageId: string
  calendar: Buffer | null
  unsubscribe: string | null
}

export async function composeLetter(draft: Draft, { from, dkim }: Pick<MailConfig, 'from' | 'dkim'>): Promise<Letter> {
  const { message, to, event, replyTo, messageId, calendar, unsubscribe } = draft
  const cid = `entrada.${messageId.slice(1, -1)}`
  const ticket = { cid, filename: 'entrada.png', content: qrPng(message.button.href), contentType: 'image/png' }
  const entry = { filename: 'evento.ics', content: calendar ?? '', contentType: 'text/calendar; charset=utf-8; method=PUBLISH' }
  const mail = new MailComposer({
    from,
    // An object, because in a string a name with a comma would become two addresses.
    to: { name: nameInMail(to.name), address: to.address },
    ...(replyTo && { replyTo: { name: '', address: replyTo } }),
    subject: message.subject,
    messageId,
    text: mailText(message),
    html: mailHtml(message, event, `cid:${cid}`),
    attachments: [...(message.hasTicket ? [ticket] : []), ...(calendar && message.hasTicket ? [entry] : [])],
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribe && { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const plain = await mail.compile().build()
  return { from: from.address, to: to.address, raw: dkim ? await signed(plain, dkim) : plain }
}

async function signed(mail: Buffer, key: NonNullable<MailConfig['dkim']>): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of new DKIM(key).sign(mail)) parts.push(part)
  return Buffer.concat(parts)
}
