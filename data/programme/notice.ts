import { contentVersion } from '../content/content.ts'
import { sectionDefaults } from '../content/defaults.ts'
import { readKey } from '../content/revisions.ts'
import type { Content } from '../content/schema.ts'
import type { Db } from '../db/db.ts'

type Notice = Content['notice']

/** Returns the notice as visitors see it at an instant (ISO 8601): empty if it is over. */
export const noticeAt = (notice: Notice, at: string): Notice =>
  notice.text === '' || (notice.until !== '' && notice.until <= at) ? sectionDefaults.notice : notice

/** Reads the stored notice again only after a change of content. */
export function noticeNow(db: Db): (at: string) => Notice {
  let read: { version: string; notice: Notice } | undefined
  return (at) => {
    const version = contentVersion(db)
    if (read?.version !== version) read = { version, notice: readKey(db, 'notice').value }
    return noticeAt(read.notice, at)
  }
}
