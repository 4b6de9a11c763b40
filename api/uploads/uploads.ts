import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { uploadBytes } from '../../data/uploads.ts'
import { endings } from '../http/representations.ts'
import { hasSpaceFor } from '../system/disk.ts'
import { createImageMaker, type MadeImage } from './images.ts'
import { stemOf } from './names.ts'
import { type Pace, receive, usualPace } from './receive.ts'
import { isDiskFull, noSpace, Refusal } from './refusal.ts'
import { diskStorage, type Storage } from './storage.ts'
import { createTickets, type Ticket, type Tickets } from './tickets.ts'

/** Uploads at a time, of one user and of all. Further ones are sent again. */
const atOnce = { ofUser: 2, ofAll: 8 }

/** An upload on its way, and how many bytes it may still bring. */
type Running = { userId: string; left: number }

const packedEndings = Object.values(endings)

export type Uploads = {
  storage: Storage
  tickets: Tickets
  /** What another upload of this user has to wait for: uploads of theirs, or of others; null when it can be taken now. */
  waitsFor(userId: string): 'own' | 'others' | null
  /**
   * Takes the file that a used-up ticket allows and makes it public under the ticket's name. Returns what is known of it; its
   * size is null for a video or SVG. Throws a Refusal when it is not taken, or what `insist` throws once all of it is here;
   * nothing of it stays then.
   */
  take(ticket: Ticket, body: AsyncIterable<Uint8Array>, insist: () => void): Promise<MadeImage>
}

type Options = { storage?: Storage; tickets?: Tickets; pace?: Pace }

/** Uploads in `dataDir`, with what an earlier process left half done removed. `pace`: how slow a sender may be. */
export async function openUploads(dataDir: string, { storage, tickets, pace = usualPace }: Options = {}): Promise<Uploads> {
  const kept = storage ?? (await diskStorage(dataDir))
  const staging = join(dataDir, 'uploads/staging')
  await mkdir(staging, { recursive: true, mode: 0o700 })
  for (const name of await readdir(staging)) await rm(join(staging, name), { force: true })

  const makeImage = createImageMaker()
  const running = new Set<Running>()

  // Each of them may still grow to its end: what is free now is not free for another.
  async function checkSpace(): Promise<void> {
    const promised = [...running].reduce((sum, { left }) => sum + left, 0)
    if (!(await hasSpaceFor(promised, staging))) throw new Refusal(503, noSpace)
  }

  async function store(
    ticket: Ticket,
    body: AsyncIterable<Uint8Array>,
    part: string,
    own: Running,
    insist: () => void,
  ): Promise<MadeImage> {
    const { name, type, kind } = ticket
    const onBytes = (count: number) => {
      own.left -= count
    }
    await receive(body, part, type, { pace, onBytes })
    insist()
    if (type.media === 'video') {
      await kept.publish(name, part)
      return { size: null, background: null }
    }
    const made = await makeImage(part, `${part}.made`, type, kind)
    insist()
    await kept.keepOriginal(stemOf(name), part)
    // The compressed forms first: once the file can be found they can be found too.
    if (type.stored === 'svg') for (const ending of packedEndings) await kept.publish(name + ending, `${part}.made${ending}`)
    await kept.publish(name, `${part}.made`)
    return made
  }

  return {
    storage: kept,
    tickets: tickets ?? createTickets(),
    waitsFor(userId) {
      const own = [...running].filter((other) => other.userId === userId)
      if (own.length >= atOnce.ofUser) return 'own'
      return running.size >= atOnce.ofAll ? 'others' : null
    },
    async take(ticket, body, insist) {
      const part = join(staging, randomUUID())
      const own = { userId: ticket.userId, left: uploadBytes[ticket.type.media] }
      running.add(own)
      try {
        await checkSpace()
        return await store(ticket, body, part, own, insist)
      } catch (error) {
        throw isDiskFull(error) ? new Refusal(503, noSpace) : error
      } finally {
        running.delete(own)
        for (const left of ['', '.made', ...packedEndings.map((ending) => `.made${ending}`)])
          await rm(part + left, { force: true })
      }
    },
  }
}
