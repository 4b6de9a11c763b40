/** The event's calendar file as a mail carries it: programs change the entries that they have, one for each day, instead of adding others. */
import type { MailConfig } from './config.ts'

/**
 * The published file as an iTIP message (RFC 5546): published by somebody, and with a sequence that rises with each change.
 * `changedAt` (ISO 8601 in UTC) is when the event was changed last. It makes the sequence, in minutes: the number of a
 * revision would fall back with a restored backup.
 */
export function mailedCalendar(published: Buffer, changedAt: string, { from }: Pick<MailConfig, 'from'>): Buffer {
  const text = published.toString('utf8')
  const minutes = Math.floor(Date.parse(changedAt) / 60_000)
  const stamp = new Date(changedAt).toISOString().replace(/[-:]|\.\d+/g, '')
  const organizer = /^ORGANIZER[;:]/m.test(text) ? '' : `ORGANIZER;CN="${quotable(from.name)}":mailto:${from.address}\r\n`
  return Buffer.from(
    text
      .replace(/^BEGIN:VCALENDAR\r?\n/m, () => 'BEGIN:VCALENDAR\r\nMETHOD:PUBLISH\r\n')
      .replace(/^SEQUENCE:\d+/gm, () => `SEQUENCE:${minutes}`)
      .replace(/^DTSTAMP:[^\r\n]*/gm, () => `DTSTAMP:${stamp}`)
      .replace(/^END:VEVENT/gm, () => `${organizer}END:VEVENT`),
  )
}

/** Without what a quoted parameter may not hold. */
const quotable = (text: string) => text.replaceAll(/["\p{Cc}]/gu, ' ').trim()
