/** Reads the inputs of pages: content, registrations, clock and archived editions. */
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

type Source = { content: PublicContent; owners: Owners }

/** Page state that changes with time or registrations. */
export type Said = Pick<PublicContent, 'offer' | 'now'>

/** Redirects written to the folder. This process knows all of them. */
const mostAddresses = 4_000

/** Returns a function for the registration and programme state at a time in milliseconds. */
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

/** Reads page inputs. Archived editions are as of the last `layOutEditions`. */
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

  const shown = (content: Content): PublicContent => {
    const { offer, now } = say(Date.now())
    const open = publicContent(content, config.timeZone, offer, now, editions)
    return { ...open, partners: withBackgrounds(db, open.partners) }
  }

  return {
    shown,

    /** Writes earlier editions before a page links to them. Null if they exist. */
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

    content(): { content: PublicContent; revision: number } {
      const { content, revision, broken } = readContent(db)
      if (broken.length > 0) log.error({ broken }, 'stored content does not fit its schema: its default is shown')
      return { content: shown(content), revision }
    },

    owners: (): Owners => ownersWith(addresses),

    final(): Source & { revision: number } {
      const { content, revision } = readContent(db)
      const said: Said = { offer: overForAll, now: { ...beforehand, moment: 'after' } }
      return { content: { ...shown(content), ...said, editions: [] }, owners: ownersWith(new Map()), revision }
    },
  }
}
