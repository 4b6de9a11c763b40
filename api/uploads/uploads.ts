import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type UploadType, uploadBytes } from '../../data/uploads.ts'
import { endings } from '../http/representations.ts'
import { hasSpaceFor } from '../system/disk.ts'
import { createImageMaker, type MadeImage } from './images.ts'
import { stemOf } from './names.ts'
import { receive } from './receive.ts'
import { isDiskFull, noSpace, Refusal } from './refusal.ts'
import { diskStorage, type Storage } from './storage.ts'
import { createTickets, type Ticket, type Tickets } from './tickets.ts'

/** Uploads at a time. Further ones get 503 and are sent again. */
const atOnce = 8

const packedEndings = Object.values(endings)

export type Uploads = {
  storage: Storage
  tickets: Tickets
  /** Whether another upload can be taken now. */
  hasRoom(): boolean
  /**
   * Takes the file that a used-up ticket allows and makes it public under the ticket's name. Returns what is known of it; its
   * size is null for a video or SVG. Throws a Refusal when it is not taken; nothing of it stays then.
   */
  take(ticket: Ticket, body: AsyncIterable<Uint8Array>): Promise<MadeImage>
}

type Options = { storage?: Storage; tickets?: Tickets; stallMs?: number }

/** Uploads in `dataDir`, with what an earlier process left half done removed. `stallMs`: how long a sender may pause. */
export async function openUploads(dataDir: string, { storage, tickets, stallMs = 15_000 }: Options = {}): Promise<Uploads> {
  const kept = storage ?? (await diskStorage(dataDir))
  const staging = join(dataDir, 'uploads/staging')
  await mkdir(staging, { recursive: true, mode: 0o700 })
  for (const name of await readdir(staging)) await rm(join(staging, name), { force: true })

  const makeImage = createImageMaker()
  let running = 0

  async function store({ name, type, kind }: Ticket, body: AsyncIterable<Uint8Array>, part: string): Promise<MadeImage> {
    await receive(body, part, type, stallMs)
    if (type.media === 'video') {
      await kept.publish(name, part)
      return { size: null, background: null }
    }
    const made = await makeImage(part, `${part}.made`, type, kind)
    await kept.keepOriginal(stemOf(name), part)
    // The compressed forms first: once the file can be found they can be found too.
    if (type.stored === 'svg') for (const ending of packedEndings) await kept.publish(name + ending, `${part}.made${ending}`)
    await kept.publish(name, `${part}.made`)
    return made
  }

  return {
    storage: kept,
    tickets: tickets ?? createTickets(),
    hasRoom: () => running < atOnce,
    async take(ticket, body) {
      const part = join(staging, randomUUID())
      running++
      try {
        await checkSpace(staging, ticket.type)
        return await store(ticket, body, part)
      } catch (error) {
        throw isDiskFull(error) ? new Refusal(503, noSpace) : error
      } finally {
        running--
        for (const left of ['', '.made', ...packedEndings.map((ending) => `.made${ending}`)])
          await rm(part + left, { force: true })
      }
    },
  }
}

async function checkSpace(folder: string, { media }: UploadType): Promise<void> {
  if (!(await hasSpaceFor(uploadBytes[media], folder))) throw new Refusal(503, noSpace)
}
