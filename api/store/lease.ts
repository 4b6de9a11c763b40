/**
 * Of several machines with one bucket one writes. Who may is an object for each time that it changed hands, numbered: the highest
 * counts, and a store makes each once only. Whoever finds a higher number than its own has been replaced, and ends.
 */
import { randomUUID } from 'node:crypto'
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { type Bucket, backupsPrefix, privatePrefix, replicasPrefix, unsent } from './bucket.ts'
import { NotThisMachine } from './not-this-machine.ts'

const leases = `${privatePrefix}lease/`
export const standbyKey = `${privatePrefix}standby.json`

/** Milliseconds between signs of life. */
export const beatEvery = 6_000

/** Milliseconds without a sign of life of the holder until another machine takes over; the holder's own bound is in `lease-keeper.ts`. */
export const silence = 20_000

/**
 * What this machine knows: which number is its own; whether another waits to take over (left out where none ever did); whether
 * what is here is still being brought back from the bucket, and must not be served.
 */
const noteSchema = z.object({
  epoch: z.int(),
  holder: z.string(),
  hasStandby: z.boolean().optional(),
  isRestoring: z.boolean().optional(),
})
export type Held = z.infer<typeof noteSchema>

const leaseSchema = z.object({ holder: z.string(), host: z.string(), beat: z.int(), isReleased: z.boolean().optional() })
export type Lease = z.infer<typeof leaseSchema> & { epoch: number }

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
  return leaseAt(bucket, epoch)
}

/** The lease with this number, as it stands: one call, where `topLease` takes two. */
export async function leaseAt(bucket: Bucket, epoch: number): Promise<Lease> {
  const text = await bucket.text(keyOf(epoch))
  return { ...leaseSchema.catch({ holder: '', host: '?', beat: 0 }).parse(JSON.parse(text ?? '{}')), epoch }
}

/** The key of the lease with this number: as text they sort by number. */
export const keyOf = (epoch: number) => `${leases}${String(epoch).padStart(8, '0')}.json`

/** A lease as its object holds it: whose it is, how often it gave a sign of life, and whether it was given back. */
export const serializeLease = (holder: string, beat: number, isReleased?: boolean) =>
  JSON.stringify({ holder, host: hostname(), beat, isReleased })

/**
 * Takes the bucket with this number; null when somebody else has it. With `isRestoring` what is here is older than what the
 * bucket has, and `holdHere` notes when it has been brought back: until then nobody serves it, after a restart neither.
 */
export async function takeLease(bucket: Bucket, dataDir: string, epoch: number, isRestoring?: true): Promise<Held | null> {
  const before = heldHere(dataDir)
  // The same name for as long as what is here is the same: a number that was taken and not noted any more is known by it (`isOwn`).
  const holder = before && !isRestoring && !before.isRestoring ? before.holder : randomUUID()
  const held = { epoch, holder, hasStandby: before?.hasStandby, isRestoring }
  if (!(await bucket.create(keyOf(epoch), serializeLease(holder, 0), unsent))) return null
  const since = heldHere(dataDir)?.epoch ?? 0
  // A look that was given up may come to its end after the next one, whose number is noted and counts.
  if (since > epoch && since !== before?.epoch) return held
  if (isRestoring) note(dataDir, held)
  else holdHere(dataDir, held)
  return held
}

/** Notes that what is here is complete, and what the holder writes to. */
export function holdHere(dataDir: string, { isRestoring, ...held }: Held): Held {
  note(dataDir, held)
  rmSync(join(dataDir, 'take-over'), { force: true })
  return held
}

/** Notes on this machine which lease it holds, so that it goes on with it after a restart: whole, or as it was. */
export function note(dataDir: string, held: Held): void {
  const partial = `${noteFile(dataDir)}.partial`
  writeFileSync(partial, JSON.stringify(held), { mode: 0o600, flush: true })
  renameSync(partial, noteFile(dataDir))
}

/** Gives the bucket back: another machine that waits looks for that, and takes over at once. */
export const releaseLease = (bucket: Bucket, { epoch, holder }: Held): Promise<void> =>
  bucket.put(keyOf(epoch), serializeLease(holder, 0, true), unsent)

/** Whether what is here was restored, and has not been served since. */
export const isTakingOver = (dataDir: string): boolean => {
  try {
    return readFileSync(join(dataDir, 'take-over'), 'utf8') === ''
  } catch {
    return false
  }
}

/**
 * Whether nobody has held the bucket since this machine noted that it does: the number is the noted one still, or one that it took and
 * was killed before it noted, under which nobody has shown that they live. The name alone does not say so: who goes on with a copy
 * of this folder has it too.
 */
export function isOwn(held: Held | null, top: Lease | null): boolean {
  if (!held || held.holder !== top?.holder) return false
  return top.epoch <= held.epoch || (top.beat === 0 && !top.isReleased)
}

/** Says that this machine waits to take over from the one that writes. */
export const announceStandby = (bucket: Bucket, beat: number): Promise<void> =>
  bucket.put(standbyKey, JSON.stringify({ host: hostname(), beat }), unsent)

type Entry = {
  /** Whether there is nothing yet in the database here: it is not served where the bucket has a conference. */
  isEmpty?: boolean
  watchFor?: number
}

/**
 * The right to write, at a start or after not having heard of it: the next number, which only one machine gets. Where another
 * machine has shown a sign of life it waits whether there is a next one. Throws NotThisMachine when there is, when another
 * machine has taken over since, or when what is here is not complete.
 */
export async function enterLease(
  bucket: Bucket,
  dataDir: string,
  { isEmpty, watchFor = 2.5 * beatEvery }: Entry = {},
): Promise<Held> {
  for (;;) {
    const held = heldHere(dataDir)
    if (held?.isRestoring) throw new NotThisMachine(halfRestored)
    const top = await topLease(bucket)
    const isOurs = isOwn(held, top)
    if (held && top && !isOurs && top.epoch > held.epoch) throw replacedBy(top)
    if (!isOurs && !isTakingOver(dataDir)) {
      if (isEmpty && (await hasConference(bucket))) throw new NotThisMachine(emptyHere)
      if (top && !top.isReleased) await watch(bucket, top, watchFor)
    }
    const taken = await takeLease(bucket, dataDir, Math.max(top?.epoch ?? 0, held?.epoch ?? 0) + 1)
    if (taken) return taken
  }
}

/** Why a machine does not start on which `npm run pair` was interrupted while it took over. */
export const halfRestored =
  'en esta máquina quedó un relevo a medias, y lo que hay en ella no está completo. Iníciala con npm run pair, que lo termina, o usa npm run restore -- replica (deploy/README.md)'

const emptyHere =
  'en el almacén hay una conferencia, y la base de datos de esta máquina está vacía. Tráela con npm run restore -- replica, o -- s3, y vuelve a iniciar; para una nueva, usa otro S3_PREFIX (deploy/README.md)'

/** Whether the bucket has a database that could be brought back. */
async function hasConference(bucket: Bucket): Promise<boolean> {
  const found = await Promise.all([replicasPrefix, backupsPrefix].map((prefix) => bucket.list(prefix)))
  return found.some((keys) => keys.length > 0)
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
    if (now && (now.epoch !== top.epoch || now.beat !== top.beat))
      throw new NotThisMachine(`la máquina ${now.host} atiende este sitio ahora, con el mismo almacén`)
  }
}
