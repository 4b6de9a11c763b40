import type { Partner } from '../content/schema.ts'
import type { Db } from '../db/db.ts'
import { prepared } from '../db/prepared.ts'
import { memoCache } from '../memo.ts'
import type { LogoBackground } from '../uploads.ts'

export function saveBackground(db: Db, address: string, background: LogoBackground): void {
  prepared(db, 'INSERT INTO logoBackgrounds (address, background) VALUES (?, ?) ON CONFLICT DO NOTHING').run(address, background)
}

/**
 * Replaces the background 'auto' by the stored background of the logo. Other partners stay the same objects, because results are
 * cached by object.
 */
export function withBackgrounds(db: Db, partners: readonly Partner[]): Partner[] {
  const backgrounds = backgroundsOf(
    db,
    partners.filter(({ background }) => background === 'auto'),
  )
  return partners.map((partner) => {
    const background = backgrounds.get(partner.logo)
    return background && partner.background === 'auto' ? onBackground(partner, background) : partner
  })
}

const keep = memoCache<Partner, Partner>()

const onBackground = (partner: Partner, background: LogoBackground): Partner =>
  keep(partner, [background], () => ({ ...partner, background }))

export function backgroundsOf(db: Db, partners: readonly Partner[]): Map<string, LogoBackground> {
  const find = prepared<{ background: LogoBackground }>(db, 'SELECT background FROM logoBackgrounds WHERE address = ?')
  return new Map(
    partners.flatMap(({ logo }) => {
      const row = logo === '' ? undefined : find.get(logo.startsWith('/') ? logo : `/${logo}`)
      return row ? [[logo, row.background] as const] : []
    }),
  )
}
