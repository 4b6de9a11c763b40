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

const atOnce = { ofUser: 2, ofAll: 8 }

type Running = { userId: string; left: number }

const packedEndings = Object.values(endings)

export type Uploads = {
  storage: Storage
  tickets: Tickets
  waitsFor(userId: string): 'own' | 'others' | null
  /** Throws a Refusal, or the error that `insist` throws. */
  take(ticket: Ticket, body: AsyncIterable<Uint8Array>, insist: () => void): Promise<MadeImage>
}

type Options = { storage?: Storage; tickets?: Tickets; pace?: Pace }

export async function openUploads(dataDir: string, { storage, tickets, pace = usualPace }: Options = {}): Promise<Uploads> {
  const usedStorage = storage ?? (await diskStorage(dataDir))
  const staging = join(dataDir, 'uploads/staging')
  await mkdir(staging, { recursive: true, mode: 0o700 })
  for (const name of await readdir(staging)) await rm(join(staging, name), { force: true })

  const makeImage = createImageMaker()
  const running = new Set<Running>()

  async function checkSpace(): Promise<void> {
    const promised = [...running].reduce((sum, { left: remaining }) => sum + remaining, 0)
    if (!(await hasSpaceFor(promised, staging))) throw new Refusal(503, noSpace)
  }

  async function store(
    ticket: Ticket,
    body: AsyncIterable<Uint8Array>,
    part: string,
    upload: Running,
    insist: () => void,
  ): Promise<MadeImage> {
    const { name, type, kind } = ticket
    const onBytes = (count: number) => {
      upload.left -= count
    }
    await receive(body, part, type, { pace, onBytes })
    insist()
    if (type.media === 'video') {
      await usedStorage.publish(name, part)
      return { size: null, background: null }
    }
    const image = await makeImage(part, `${part}.made`, type, kind)
    insist()
    await usedStorage.keepOriginal(stemOf(name), part)
    if (type.stored === 'svg')
      for (const ending of packedEndings) await usedStorage.publish(name + ending, `${part}.made${ending}`)
    await usedStorage.publish(name, `${part}.made`)
    return image
  }

  return {
    storage: usedStorage,
    tickets: tickets ?? createTickets(),
    waitsFor(userId) {
      const userUploads = [...running].filter((other) => other.userId === userId)
      if (userUploads.length >= atOnce.ofUser) return 'own'
      return running.size >= atOnce.ofAll ? 'others' : null
    },
    async take(ticket, body, insist) {
      const part = join(staging, randomUUID())
      const upload = { userId: ticket.userId, left: uploadBytes[ticket.type.media] }
      running.add(upload)
      try {
        await checkSpace()
        return await store(ticket, body, part, upload, insist)
      } catch (error) {
        throw isDiskFull(error) ? new Refusal(503, noSpace) : error
      } finally {
        running.delete(upload)
        for (const ending of ['', '.made', ...packedEndings.map((ending) => `.made${ending}`)])
          await rm(part + ending, { force: true })
      }
    },
  }
}
