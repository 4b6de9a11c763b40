/** What pages are made from: the stored content, with what the registrations, the clock and the editions that are over say of it. */
import type { Logger } from 'pino'
import { readContent } from '../../data/content/content.ts'
import { overForAll } from '../../data/content/places.ts'
import type { Content } from '../../data/content/schema.ts'
import { slugOwners } from '../../data/content/slugs.ts'
import type { Db } from '../../data/db/db.ts'
import { pastEditions } from '../../data/editions/editions.ts'
import { addressesInEditions } from '../../data/editions/files.ts'
import { withBackgrounds } from '../../data/look/logo-backgrounds.ts'
import { nowOf } from '../../data/programme/now.ts'
import { beforehand, type PastEdition, type PublicContent, publicContent } from '../../data/programme/public-content.ts'
import { courseNow } from '../../data/programme/timeline.ts'
import { offerNow } from '../../data/registrations/places-now.ts'
import { layOutEditions } from './editions-folder.ts'
import type { Owners } from './render-item-pages.ts'

/** Everything that pages are rendered from, except settings and build. */
type Source = { content: PublicContent; owners: Owners }

/** What the page says that becomes different by itself. */
export type Said = Pick<PublicContent, 'offer' | 'now'>

/**
 * Former addresses of talks and speakers at which the published folder leads on to an edition that is over; this process knows
 * them all.
 */
const mostAddresses = 4_000

/** Returns a function for what the page says of registering and of what takes place at an instant (in milliseconds). */
export function sayNow(db: Db, timeZone: string): (at: number) => Said {
  const offer = offerNow(db, timeZone)
  const course = courseNow(db, timeZone)
  return (at) => ({ offer: offer(new Date(at).toISOString()), now: nowOf(course(), at) })
}

type Options = {
  db: Db
  config: { publicOrigin: string; timeZone: string; mail: object | null }
  wwwDir: string
  log: Logger
}

/** Reads what pages are made from; the editions that are over as they were when `layOutEditions` was called last. */
export function createSources({ db, config, wwwDir, log }: Options) {
  const say = sayNow(db, config.timeZone)
  let laidOut: string | null = null
  let editions: PastEdition[] = []
  let addresses: Owners['inEditions'] = new Map()

  const ownersWith = (inEditions: Owners['inEditions']): Owners => ({
    events: slugOwners(db, 'events'),
    speakers: slugOwners(db, 'speakers'),
    inEditions,
  })

  /** Content as visitors see it now. */
  const shown = (content: Content): PublicContent => {
    const { offer, now } = say(Date.now())
    const open = publicContent(content, config.timeZone, offer, now, editions)
    return { ...open, partners: withBackgrounds(db, open.partners) }
  }

  return {
    shown,

    /** Puts the pages of earlier editions into the folder, before any page leads to them. Null where they are there. */
    layOutEditions(): Promise<void> | null {
      const past = pastEditions(db)
      const marks = new Map(past.map(({ year, finishedAt }) => [year, finishedAt]))
      const wanted = [...marks].join()
      if (laidOut === wanted) return null
      return layOutEditions(db, wwwDir, marks).then(() => {
        laidOut = wanted
        editions = past.map(({ year, name }) => ({ year, name }))
        addresses = addressesInEditions(db, mostAddresses)
      })
    },

    /** The stored content as visitors see it now, and the revision that it is. */
    content(): { content: PublicContent; revision: number } {
      const { content, revision, broken } = readContent(db)
      if (broken.length > 0) log.error({ broken }, 'stored content does not fit its schema: its default is shown')
      return { content: shown(content), revision }
    },

    /** Who has and had which address now. */
    owners: (): Owners => ownersWith(addresses),

    /** What the pages are made from that stay once this edition is over. */
    final(): Source & { revision: number } {
      const { content, revision } = readContent(db)
      const said: Said = { offer: overForAll, now: { ...beforehand, moment: 'after' } }
      return { content: { ...shown(content), ...said, editions: [] }, owners: ownersWith(new Map()), revision }
    },
  }
}
