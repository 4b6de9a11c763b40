import type { Partner } from '../content/schema.ts'
import type { Db } from '../db/db.ts'
import { prepared } from '../db/prepared.ts'
import { keptWith } from '../memo.ts'
import type { LogoBackground } from '../uploads.ts'

/** Keeps on which background the uploaded picture at `address` can be seen. */
export function saveBackground(db: Db, address: string, background: LogoBackground): void {
  prepared(db, 'INSERT INTO logoBackgrounds (address, background) VALUES (?, ?) ON CONFLICT DO NOTHING').run(address, background)
}

/**
 * Partners as the page shows them: 'auto' is the background that was found for the logo. It stays 'auto' where nobody looked:
 * at what is not uploaded here, or was before there was a choice. The others stay the same objects.
 */
export function withBackgrounds(db: Db, partners: readonly Partner[]): Partner[] {
  const found = backgroundsOf(
    db,
    partners.filter(({ background }) => background === 'auto'),
  )
  return partners.map((partner) => {
    const background = found.get(partner.logo)
    return background && partner.background === 'auto' ? onBackground(partner, background) : partner
  })
}

const keep = keptWith<Partner, Partner>()

/** The partner on a background: the same object for the same one. */
const onBackground = (partner: Partner, background: LogoBackground): Partner =>
  keep(partner, [background], () => ({ ...partner, background }))

/** On which background each of their logos can be seen, by its address; those at which nobody looked are left out. */
export function backgroundsOf(db: Db, partners: readonly Partner[]): Map<string, LogoBackground> {
  const find = prepared<{ background: LogoBackground }>(db, 'SELECT background FROM logoBackgrounds WHERE address = ?')
  return new Map(
    partners.flatMap(({ logo }) => {
      const row = logo === '' ? undefined : find.get(logo.startsWith('/') ? logo : `/${logo}`)
      return row ? [[logo, row.background] as const] : []
    }),
  )
}
