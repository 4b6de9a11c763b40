import { Readable } from 'node:stream'
import type { Logger } from 'pino'
import type { Caller, User } from '../../data/accounts/schema.ts'
import { findUser } from '../../data/accounts/users.ts'
import { latestRevision, readSection, updateItem } from '../../data/content/content.ts'
import type { Db } from '../../data/db/db.ts'
import { type WantedPhoto, wasUndone } from '../../data/import/import.ts'
import { dayMs } from '../../data/time.ts'
import { checkUpload, uploadBytes } from '../../data/uploads.ts'
import { recorded } from '../activity/record.ts'
import type { Publisher } from '../publishing/publisher.ts'
import { createJob, type Job } from '../system/job.ts'
import { newUploadName, publicUrl } from '../uploads/names.ts'
import { Refusal } from '../uploads/refusal.ts'
import type { Uploads } from '../uploads/uploads.ts'
import { fetchGuarded, type Network, NotFetched } from './guarded-fetch.ts'

/** `revision` is the import's own save. `newest` is the last save of a photo that follows it without another save in between. */
type OwnSaves = { revision: number; newest: number }

type PhotoProgress = {
  waiting: number
  done: number
  problems: { id: string; name: string; message: string }[]
  last: OwnSaves | null
}

/** A restart loses the waiting photos. Importing the file again fetches them. */
export type Photos = Pick<Job, 'start' | 'stop'> & {
  fetch(photos: readonly WantedPhoto[], user: Caller, revision: number | null): void
  progress(): PhotoProgress
}

const photoLimits = { maxBytes: uploadBytes.image, timeoutMs: 10_000 }

type Options = { db: Db; uploads: Uploads; publisher: Pick<Publisher, 'publish'>; log: Logger; network: Network }

const noLonger = 'Quien la pidió ya no puede hacer cambios.'

function askerNow(db: Db, { id }: Caller): User {
  const user = findUser(db, id)
  if (!user?.isActive || user.role === 'door') throw new Refusal(403, noLonger)
  return user
}

type Waiting = { photo: WantedPhoto; user: Caller; revision: number | null }

export function createPhotos({ db, uploads, publisher, log, network }: Options): Photos {
  const waiting: Waiting[] = []
  let done = 0
  let problems: PhotoProgress['problems'] = []
  let last: OwnSaves | null = null

  function assign({ photo: { speaker }, user, revision }: Waiting, image: string): number | null {
    let isNext = false
    const save = () => {
      askerNow(db, user)
      const current = readSection(db, 'speakers').value.find(({ id }) => id === speaker)
      if (current?.image !== '' || wasUndone(db, revision, speaker)) return null
      isNext = last !== null && last.revision === revision && last.newest === latestRevision(db)
      const change = updateItem(db, 'speakers', speaker, { image }, { by: user.id, at: new Date().toISOString() })
      return change.outcome === 'saved' ? change.revision : null
    }
    const saved = recorded(
      db,
      askerNow(db, user),
      (revision) => revision !== null && { action: 'content-saved', subject: 'speakers', subjectId: speaker, revision },
      save,
    )
    if (last && isNext && saved !== null) last.newest = saved
    return saved
  }

  async function bring(next: Waiting): Promise<boolean> {
    const { photo, user, revision } = next
    if (wasUndone(db, revision, photo.speaker)) return false
    const bytes = await fetchGuarded(photo.address, photoLimits, network)
    const type = checkUpload({ fileName: 'foto.jpg', kind: 'speaker-photo' })
    if ('wrong' in type) throw new Error('a photo is not taken')
    const name = newUploadName(type)
    const ticket = { name, userId: user.id, type, kind: 'speaker-photo' as const }
    await uploads.take(ticket, Readable.from([bytes]), () => void askerNow(db, user))
    if (assign(next, publicUrl(name)) === null) return false
    await publisher.publish()
    return true
  }

  const job = createJob({
    everyMs: dayMs,
    work: async ({ signal }) => {
      for (let next = waiting[0]; next && !signal.aborted; next = waiting[0]) {
        const { photo } = next
        try {
          if (await bring(next)) done += 1
        } catch (error) {
          const isExplained = error instanceof NotFetched || error instanceof Refusal
          if (!isExplained) log.error({ err: error }, 'a photo was not brought over')
          const message = isExplained ? error.message : 'No se pudo traer la foto.'
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
    fetch(photos, user, revision) {
      if (photos.length === 0) return
      if (waiting.length === 0) [done, problems] = [0, []]
      if (revision !== null) last = { revision, newest: revision }
      waiting.push(...photos.map((photo) => ({ photo, user, revision })))
      job.wake()
    },
    progress: () => ({ waiting: waiting.length, done, problems, last }),
  }
}
