import type { SentKind } from '../../data/content/mail-texts.ts'
import type { Db } from '../../data/db/db.ts'
import type { MailText } from '../../data/mail/announcements.ts'
import { unannouncedChanges } from '../../data/mail/event-facts.ts'
import { statusesForMail } from '../../data/registrations/set-status.ts'
import { qrPng } from '../registrations/ticket.ts'
import { mailHtml } from './html.ts'
import { mailedEvent } from './mailed-content.ts'
import { messageOf, sampleDetails } from './message.ts'

export function previewHtml(
  { db, config }: { db: Db; config: { publicOrigin: string; timeZone: string } },
  kind: SentKind,
  words: MailText,
): string {
  const event = mailedEvent(db, config.timeZone)
  const link = `${config.publicOrigin}/registro/ejemplo`
  const to = { name: 'Ana López', link, status: statusesForMail[kind][0], ...sampleDetails(kind) }
  const previewWords = { ...words, subject: words.subject || '(sin asunto)' }
  const message = messageOf(kind, previewWords, event, to, kind === 'changed' ? unannouncedChanges(db) : [])
  return mailHtml(message, event, `data:image/png;base64,${qrPng(link).toString('base64')}`)
}
