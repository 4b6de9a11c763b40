import type { Logger } from 'pino'
import { readContent } from '../../data/content/content.ts'
import { offerOf, overForAll } from '../../data/content/places.ts'
import { readKey } from '../../data/content/revisions.ts'
import type { Content } from '../../data/content/schema.ts'
import { slugOwners } from '../../data/content/slugs.ts'
import type { Db } from '../../data/db/db.ts'
import { pastEditions } from '../../data/editions/editions.ts'
import { addressesInEditions } from '../../data/editions/files.ts'
import { liveNow } from '../../data/live/live-now.ts'
import { withBackgrounds } from '../../data/look/logo-backgrounds.ts'
import { nothingLive } from '../../data/programme/live.ts'
import { noticeAt, withoutNotice } from '../../data/programme/notice.ts'
import { nowOf, type Timeline } from '../../data/programme/now.ts'
import { beforehand, type PastEdition, type PublicContent, publicContent } from '../../data/programme/public-content.ts'
import { timelineNow, timelineOf } from '../../data/programme/timeline.ts'
import { offerNow, takenSeats } from '../../data/registrations/places-now.ts'
import { availabilities } from '../../data/seats/people.ts'
import { hasPlaces } from '../../data/seats/sessions.ts'
import { layOutEditions } from './editions-folder.ts'
import type { Owners } from './render-item-pages.ts'

export type PageState = Pick<PublicContent, 'offer' | 'now' | 'notice' | 'live' | 'availability'>

/** Static hosts need a file for each redirect, and limit their number. The server redirects without files. */
const maxRedirectFiles = 4_000

export function pageStateAt(db: Db, timeZone: string): (timeMs: number) => PageState {
  const offer = offerNow(db, timeZone)
  const timeline = timelineNow(db, timeZone)
  const live = liveNow(db, timeZone)
  return (timeMs) => {
    const at = new Date(timeMs).toISOString()
    return {
      offer: offer(at),
      now: nowOf(timeline(), timeMs),
      notice: noticeAt(readKey(db, 'notice').value, at),
      live: live(timeMs),
      availability: availabilityAt(db, readKey(db, 'events').value, timeline(), timeMs),
    }
  }
}

/** Sessions that are over have no availability. */
function availabilityAt(db: Db, events: Content['events'], { sessions }: Timeline, timeMs: number): PageState['availability'] {
  const limited = events.filter(hasPlaces)
  if (limited.length === 0) return {}
  const ended = new Set(sessions.filter(({ end }) => timeMs >= end).map(({ id }) => id))
  return availabilities(
    db,
    limited.filter(({ id }) => !ended.has(id)),
  )
}

type Options = {
  db: Db
  config: { publicOrigin: string; timeZone: string; mail: object | null }
  wwwDir: string
  log: Logger
}

export function createSources({ db, config, wwwDir, log }: Options) {
  const stateAt = pageStateAt(db, config.timeZone)
  let lastArchivings: string | null = null
  let editions: PastEdition[] = []
  let editionAddresses: Owners['inEditions'] = new Map()

  const ownersWith = (inEditions: Owners['inEditions']): Owners => ({
    events: slugOwners(db, 'events'),
    speakers: slugOwners(db, 'speakers'),
    inEditions,
  })

  /** Returns the page state for content that is not stored, for example in a preview with a typed date or capacity. */
  const stateOf = ({ places, notice }: Content, visible: PublicContent): PageState => {
    const timeMs = Date.now()
    const at = new Date(timeMs).toISOString()
    const timeline = timelineOf(visible, config.timeZone)
    const isOver = timeMs >= (timeline.days.at(-1)?.ends ?? Number.POSITIVE_INFINITY)
    const offer = offerOf(places, takenSeats(db), at, isOver)
    const availability = availabilityAt(db, visible.events, timeline, timeMs)
    return { offer, now: nowOf(timeline, timeMs), notice: noticeAt(notice, at), live: nothingLive, availability }
  }

  const visibleContent = (content: Content): PublicContent => {
    const { offer, now, notice, live, availability } = stateAt(Date.now())
    const open = publicContent(content, config.timeZone, offer, now, editions)
    return { ...open, notice, live, availability, partners: withBackgrounds(db, open.partners) }
  }

  return {
    visibleContent,
    typedContent(content: Content): PublicContent {
      const visible = visibleContent(content)
      return { ...visible, ...stateOf(content, visible) }
    },

    layOutEditions(): Promise<void> | null {
      const past = pastEditions(db)
      const finishedAtByYear = new Map(past.map(({ year, finishedAt }) => [year, finishedAt]))
      const archivings = [...finishedAtByYear].join()
      if (lastArchivings === archivings) return null
      return layOutEditions(db, wwwDir, finishedAtByYear).then(() => {
        lastArchivings = archivings
        editions = past.map(({ year, name }) => ({ year, name }))
        editionAddresses = addressesInEditions(db, maxRedirectFiles)
      })
    },

    /** Reads in one transaction, because SQLite locks the file for each read outside a transaction. */
    content: db.transaction((): { content: PublicContent; revision: number } => {
      const { content, revision, broken } = readContent(db)
      if (broken.length > 0) log.error({ broken }, 'stored content does not fit its schema: its default is shown')
      return { content: visibleContent(content), revision }
    }),

    owners: (): Owners => ownersWith(editionAddresses),

    final(): { content: PublicContent; owners: Owners; revision: number } {
      const { content, revision } = readContent(db)
      const state: PageState = {
        offer: overForAll,
        now: { ...beforehand, moment: 'after' },
        notice: withoutNotice,
        live: nothingLive,
        availability: {},
      }
      return { content: { ...visibleContent(content), ...state, editions: [] }, owners: ownersWith(new Map()), revision }
    },
  }
}
