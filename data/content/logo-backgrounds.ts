import type { Db } from '../db/db.ts'
import { prepared } from '../db/prepared.ts'
import type { LogoBackground } from '../uploads.ts'
import type { Partner } from './schema.ts'

/** Keeps on which background the uploaded picture at `address` can be seen. */
export function saveBackground(db: Db, address: string, background: LogoBackground): void {
  prepared(db, 'INSERT INTO logoBackgrounds (address, background) VALUES (?, ?) ON CONFLICT DO NOTHING').run(address, background)
}

/**
 * Partners as the page shows them: 'auto' is the background that was found for the logo. It stays 'auto' where nobody looked:
 * at what is not uploaded here, or was before there was a choice. The others stay the same objects.
 */
export function withBackgrounds(db: Db, partners: readonly Partner[]): Partner[] {
  const find = prepared<{ background: LogoBackground }>(db, 'SELECT background FROM logoBackgrounds WHERE address = ?')
  return partners.map((partner) => {
    if (partner.background !== 'auto' || partner.logo === '') return partner
    const { background } = find.get(partner.logo.startsWith('/') ? partner.logo : `/${partner.logo}`) ?? partner
    return background === 'auto' ? partner : { ...partner, background }
  })
}
