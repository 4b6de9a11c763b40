import type { MailConfig } from './config.ts'

/**
 * An iTIP message (RFC 5546). SEQUENCE must never fall. It is `changedAt` in minutes, because revision numbers fall after a
 * restore of a backup.
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

const quotable = (text: string) => text.replaceAll(/["\p{Cc}]/gu, ' ').trim()
