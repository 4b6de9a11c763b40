import { Readable } from 'node:stream'
import type { Logger } from 'pino'
import type { Caller } from '../../data/accounts/schema.ts'
import { readSection, updateItem } from '../../data/content/content.ts'
import type { WantedPhoto } from '../../data/content/import.ts'
import type { Db } from '../../data/db/db.ts'
import { day } from '../../data/time.ts'
import { checkUpload, uploadBytes } from '../../data/uploads.ts'
import { insistOnRights, recorded } from '../activity/record.ts'
import type { Publisher } from '../publishing/publisher.ts'
import { createJob, type Job } from '../system/job.ts'
import { newUploadName, publicUrl } from '../uploads/names.ts'
import { Refusal } from '../uploads/refusal.ts'
import type { Uploads } from '../uploads/uploads.ts'
import { fetchGuarded, type Network, NotFetched } from './guarded-fetch.ts'

/** How the photos of the last files came over: `problems` are those of rows whose photo did not. */
type PhotoProgress = { waiting: number; done: number; problems: { id: string; name: string; message: string }[] }

/**
 * Brings photos over that a file names, one after the other. What waits is forgotten when the process ends: the same file again
 * asks anew.
 */
export type Photos = Pick<Job, 'start' | 'stop'> & {
  fetch(wanted: readonly WantedPhoto[], user: Caller): void
  progress(): PhotoProgress
}

const longest = { bytes: uploadBytes.image, milliseconds: 10_000 }

type Options = { db: Db; uploads: Uploads; publisher: Pick<Publisher, 'publish'>; log: Logger; network: Network }

export function createPhotos({ db, uploads, publisher, log, network }: Options): Photos {
  const waiting: { photo: WantedPhoto; user: Caller }[] = []
  let done = 0
  let problems: PhotoProgress['problems'] = []

  /** Stores one as an upload, which is checked and converted, and gives it to the speaker who has none. */
  async function bring({ speaker, address }: WantedPhoto, user: Caller): Promise<void> {
    const bytes = await fetchGuarded(address, longest, network)
    // Whatever it is called: its first bytes say whether it is a picture.
    const type = checkUpload({ fileName: 'foto.jpg', kind: 'speaker-photo' })
    if ('wrong' in type) throw new Error('a photo is not taken')
    const name = newUploadName(type)
    const ticket = { name, userId: user.id, type, kind: 'speaker-photo' as const }
    await uploads.take(ticket, Readable.from([bytes]), () => insistOnRights(db, user))
    const give = () => {
      const current = readSection(db, 'speakers').value.find(({ id }) => id === speaker)
      if (current?.image !== '') return null
      const change = updateItem(
        db,
        'speakers',
        speaker,
        { image: publicUrl(name) },
        { by: user.id, at: new Date().toISOString() },
      )
      return change.outcome === 'saved' ? change.revision : null
    }
    recorded(db, user, give, (revision) =>
      revision === null ? null : { action: 'content-saved', subject: 'speakers', subjectId: speaker, revision },
    )
    await publisher.publish()
  }

  const job = createJob({
    every: day,
    work: async ({ signal }) => {
      for (let next = waiting[0]; next && !signal.aborted; next = waiting[0]) {
        const { photo, user } = next
        try {
          await bring(photo, user)
          done += 1
        } catch (error) {
          const isToldOf = error instanceof NotFetched || error instanceof Refusal
          if (!isToldOf) log.error({ err: error }, 'a photo was not brought over')
          const message = isToldOf ? error.message : 'No se pudo traer la foto.'
          problems.push({ id: photo.row, name: photo.name, message })
        }
        waiting.shift()
      }
    },
    onError: (error) => log.error({ err: error }, 'photos are not brought over'),
  })

  return {
    start: job.start,
    stop: job.stop,
    fetch(wanted, user) {
      if (wanted.length === 0) return
      // What is told is told of the files since nothing was waiting.
      if (waiting.length === 0) [done, problems] = [0, []]
      waiting.push(...wanted.map((photo) => ({ photo, user })))
      job.wake()
    },
    progress: () => ({ waiting: waiting.length, done, problems }),
  }
}
