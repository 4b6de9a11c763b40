/**
 * Of several machines with one bucket one writes. Who may is an object for each time that it changed hands, numbered: the highest
 * counts, and a store makes each once only. Whoever finds a higher number than its own has been replaced, and ends.
 */
import { randomUUID } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { type Bucket, privatePrefix, unsent } from './bucket.ts'
import { NotThisMachine } from './not-this-machine.ts'

const leases = `${privatePrefix}lease/`
export const standbyKey = `${privatePrefix}standby.json`

/** Milliseconds between signs of life. */
export const beatEvery = 10_000

/** Milliseconds without a sign of life of the holder until another machine takes over; the holder's own bound is in `lease-keeper.ts`. */
export const silence = 30_000

/** What this machine knows: which number is its own, whether another waits to take over, whether it was just restored. */
const noteSchema = z.object({ epoch: z.int(), holder: z.string(), hasStandby: z.boolean().optional() })
export type Held = z.infer<typeof noteSchema>

const leaseSchema = z.object({ holder: z.string(), host: z.string(), beat: z.int(), isReleased: z.boolean().optional() })
type Lease = z.infer<typeof leaseSchema> & { epoch: number; tag: string }

const noteFile = (dataDir: string) => join(dataDir, 'lease.json')

/** What this machine noted; null where it never held the bucket, or was restored since. */
export function heldHere(dataDir: string): Held | null {
  try {
    return noteSchema.parse(JSON.parse(readFileSync(noteFile(dataDir), 'utf8')))
  } catch {
    return null
  }
}

/** Forgets what was held: what is here now came from the bucket, and whoever put it here takes over. */
export function takeOverNext(dataDir: string): void {
  rmSync(noteFile(dataDir), { force: true })
  writeFileSync(join(dataDir, 'take-over'), '', { mode: 0o600 })
}

/** The lease that counts; null when nobody ever held this bucket. */
export async function topLease(bucket: Bucket): Promise<Lease | null> {
  const newest = (await bucket.list(leases)).toSorted((one, other) => (one.key < other.key ? -1 : 1)).at(-1)
  if (!newest) return null
  const epoch = Number.parseInt(newest.key.slice(leases.length), 10)
  const text = await bucket.text(newest.key)
  const lease = leaseSchema.catch({ holder: '', host: '?', beat: 0 }).parse(JSON.parse(text ?? '{}'))
  return { ...lease, epoch, tag: newest.tag }
}

/** The key of the lease with this number: as text they sort by number. */
export const keyOf = (epoch: number) => `${leases}${String(epoch).padStart(8, '0')}.json`

/** A lease as its object holds it: whose it is, how often it gave a sign of life, and whether it was given back. */
export const serializeLease = (holder: string, beat: number, isReleased?: boolean) =>
  JSON.stringify({ holder, host: hostname(), beat, isReleased })

/** Takes the bucket with this number; null when somebody else has it. */
export async function takeLease(bucket: Bucket, dataDir: string, epoch: number): Promise<Held | null> {
  const held = { epoch, holder: randomUUID() }
  if (!(await bucket.create(keyOf(epoch), serializeLease(held.holder, 0), unsent))) return null
  holdHere(dataDir, held)
  return held
}

/** Notes that what is here is what the holder writes to. */
export function holdHere(dataDir: string, held: Held): void {
  note(dataDir, held)
  rmSync(join(dataDir, 'take-over'), { force: true })
}

/** Notes on this machine which lease it holds, so that it goes on with it after a restart. */
export function note(dataDir: string, held: Held): void {
  writeFileSync(noteFile(dataDir), JSON.stringify(held), { mode: 0o600 })
}

/** Whether what is here was restored, and has not been served since. */
export const isTakingOver = (dataDir: string): boolean => {
  try {
    return readFileSync(join(dataDir, 'take-over'), 'utf8') === ''
  } catch {
    return false
  }
}

/** Says that this machine waits to take over from the one that writes. */
export const announceStandby = (bucket: Bucket, beat: number): Promise<void> =>
  bucket.put(standbyKey, JSON.stringify({ host: hostname(), beat }), unsent)

/**
 * The right to write, at a start: what is held already, or taken. Where another machine has shown a sign of life it waits whether
 * there is a next one. Throws NotThisMachine when there is, or when another machine has taken over since.
 */
export async function enterLease(bucket: Bucket, dataDir: string, watchFor = 1.5 * beatEvery): Promise<Held> {
  for (;;) {
    const held = heldHere(dataDir)
    const top = await topLease(bucket)
    if (held && top && top.epoch > held.epoch) throw replacedBy(top)
    if (held && top?.holder === held.holder) return held
    if (top && !top.isReleased && !isTakingOver(dataDir)) await watch(bucket, top, watchFor)
    const taken = await takeLease(bucket, dataDir, (top?.epoch ?? held?.epoch ?? 0) + 1)
    if (taken) return taken
  }
}

/** Why what is here must not be served: the machine of this lease writes now. */
export function replacedBy({ host }: Lease): NotThisMachine {
  return new NotThisMachine(
    `la máquina ${host} tomó el relevo: lo que hay en esta es anterior. Para volver a esta, detén aquella y usa npm run restore -- s3 (deploy/README.md)`,
  )
}

/** Throws NotThisMachine when the holder gives a sign of life within so many milliseconds. */
async function watch(bucket: Bucket, top: Lease, milliseconds: number): Promise<void> {
  for (let left = milliseconds; left > 0; left -= beatEvery / 5) {
    await wait(beatEvery / 5)
    const now = await topLease(bucket)
    if (now?.isReleased) return
    if (now && now.tag !== top.tag)
      throw new NotThisMachine(`la máquina ${now.host} atiende este sitio ahora, con el mismo almacén`)
  }
}
