import type { MailKind, MailTexts } from '../../data/content/mail-texts.ts'
import type { Db } from '../../data/db/db.ts'
import { trueFor } from '../../data/registrations/set-status.ts'
import type { Config } from '../config.ts'
import { qrPng } from '../registrations/ticket.ts'
import { mailHtml } from './html.ts'
import { mailedEvent, storedTexts } from './mailed-content.ts'
import { messageOf } from './words.ts'

/** The mail of this kind to a made-up person, as HTML in which the ticket is a picture of its own. */
export function previewHtml(
  { db, config }: { db: Db; config: Pick<Config, 'publicOrigin' | 'timeZone'> },
  kind: MailKind,
  changes: Partial<MailTexts>,
): string {
  const event = mailedEvent(db, config.timeZone)
  const link = `${config.publicOrigin}/registro/ejemplo`
  const message = messageOf(kind, { ...storedTexts(db), ...changes }, event, {
    name: 'Ana López',
    link,
    status: trueFor[kind][0],
  })
  return mailHtml(message, event.name, `data:image/png;base64,${qrPng(link).toString('base64')}`)
}
