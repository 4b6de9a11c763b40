/**
 * Decides which of several machines writes to a bucket. Each takeover creates an object with the next number, which a store
 * allows only once. The highest number holds the lease.
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

/** Time between signs of life. */
export const beatEveryMs = 6_000

/** Time without a sign of life after which a standby takes over. The holder's own limit is in `lease-keeper.ts`. */
export const silenceMs = 20_000

/**
 * Stored on this machine. `hasStandby` is missing if no other machine ever waited. While `isRestoring` the data is incomplete
 * and must not be served.
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

/** Returns the stored lease. Null if this machine never held the bucket or was restored since. */
export function heldHere(dataDir: string): Held | null {
  try {
    return noteSchema.parse(JSON.parse(readFileSync(noteFile(dataDir), 'utf8')))
  } catch {
    return null
  }
}

/** Deletes the stored lease after a manual restore, and marks this machine to take over. */
export function takeOverNext(dataDir: string): void {
  rmSync(noteFile(dataDir), { force: true })
  writeFileSync(join(dataDir, 'take-over'), '', { mode: 0o600 })
}

/** Returns the current lease, or null if the bucket never had one. */
export async function topLease(bucket: Bucket): Promise<Lease | null> {
  const newest = (await bucket.list(leases)).toSorted((first, other) => (first.key < other.key ? -1 : 1)).at(-1)
  if (!newest) return null
  const epoch = Number.parseInt(newest.key.slice(leases.length), 10)
  return leaseAt(bucket, epoch)
}

/** Returns a lease by number with one call, where `topLease` needs two. */
export async function leaseAt(bucket: Bucket, epoch: number): Promise<Lease> {
  const text = await bucket.text(keyOf(epoch))
  return { ...leaseSchema.catch({ holder: '', host: '?', beat: 0 }).parse(JSON.parse(text ?? '{}')), epoch }
}

/** Padded, so that keys sort by number. */
export const keyOf = (epoch: number) => `${leases}${String(epoch).padStart(8, '0')}.json`

/** `beat` counts the signs of life. */
export const serializeLease = (holder: string, beat: number, isReleased?: boolean) =>
  JSON.stringify({ holder, host: hostname(), beat, isReleased })

/**
 * Takes the lease with this number. Returns null if another machine has it. With `isRestoring` the data must first be brought
 * back, see `holdHere`.
 */
export async function takeLease(bucket: Bucket, dataDir: string, epoch: number, isRestoring?: true): Promise<Held | null> {
  const before = heldHere(dataDir)
  // Reused while the data is the same, so that a lease taken just before a crash is recognised (`isOwn`).
  const holder = before && !isRestoring && !before.isRestoring ? before.holder : randomUUID()
  const lease = { epoch, holder, hasStandby: before?.hasStandby, isRestoring }
  if (!(await bucket.create(keyOf(epoch), serializeLease(holder, 0), unsent))) return null
  const since = heldHere(dataDir)?.epoch ?? 0
  // An abandoned check may finish after a later one, whose stored number counts.
  if (since > epoch && since !== before?.epoch) return lease
  if (isRestoring) note(dataDir, lease)
  else holdHere(dataDir, lease)
  return lease
}

/** Stores that the data here is complete. */
export function holdHere(dataDir: string, { isRestoring, ...lease }: Held): Held {
  note(dataDir, lease)
  rmSync(join(dataDir, 'take-over'), { force: true })
  return lease
}

/** Stores the lease on this machine atomically, so that it survives a restart. */
export function note(dataDir: string, lease: Held): void {
  const partial = `${noteFile(dataDir)}.partial`
  writeFileSync(partial, JSON.stringify(lease), { mode: 0o600, flush: true })
  renameSync(partial, noteFile(dataDir))
}

/** Releases the bucket. A waiting standby then takes over immediately. */
export const releaseLease = (bucket: Bucket, { epoch, holder }: Held): Promise<void> =>
  bucket.put(keyOf(epoch), serializeLease(holder, 0, true), unsent)

/** Whether the data here was restored by hand and not served since. */
export const isTakingOver = (dataDir: string): boolean => {
  try {
    return readFileSync(join(dataDir, 'take-over'), 'utf8') === ''
  } catch {
    return false
  }
}

/**
 * Returns whether no other machine held the bucket since this one. A later number with the stored holder and no beat was taken
 * just before a crash. The holder alone is not enough, because copies of the folder share it.
 */
export function isOwn(lease: Held | null, top: Lease | null): boolean {
  if (!lease || lease.holder !== top?.holder) return false
  return top.epoch <= lease.epoch || (top.beat === 0 && !top.isReleased)
}

/** Announces that this machine waits to take over. */
export const announceStandby = (bucket: Bucket, beat: number): Promise<void> =>
  bucket.put(standbyKey, JSON.stringify({ host: hostname(), beat }), unsent)

type Entry = {
  /** Whether the database is empty. It is not served if the bucket has a conference. */
  isEmpty?: boolean
  watchFor?: number
}

/**
 * Takes the next lease. If another machine has shown a sign of life, first waits for the next one. Throws NotThisMachine after
 * a takeover or if the data is incomplete.
 */
export async function enterLease(
  bucket: Bucket,
  dataDir: string,
  { isEmpty, watchFor = 2.5 * beatEveryMs }: Entry = {},
): Promise<Held> {
  for (;;) {
    const lease = heldHere(dataDir)
    if (lease?.isRestoring) throw new NotThisMachine(halfRestored)
    const top = await topLease(bucket)
    const isOurs = isOwn(lease, top)
    if (lease && top && !isOurs && top.epoch > lease.epoch) throw replacedBy(top)
    if (!isOurs && !isTakingOver(dataDir)) {
      if (isEmpty && (await hasConference(bucket))) throw new NotThisMachine(emptyHere)
      if (top && !top.isReleased) await watch(bucket, top, watchFor)
    }
    const newLease = await takeLease(bucket, dataDir, Math.max(top?.epoch ?? 0, lease?.epoch ?? 0) + 1)
    if (newLease) return newLease
  }
}

/** After `npm run pair` was interrupted during a takeover. */
export const halfRestored =
  'en esta máquina quedó un relevo a medias, y lo que hay en ella no está completo. Iníciala con npm run pair, que lo termina, o usa npm run restore -- replica (deploy/README.md)'

const emptyHere =
  'en el almacén hay una conferencia, y la base de datos de esta máquina está vacía. Tráela con npm run restore -- replica, o -- s3, y vuelve a iniciar; para una nueva, usa otro S3_PREFIX (deploy/README.md)'

/** Whether the bucket has a database that could be restored. */
async function hasConference(bucket: Bucket): Promise<boolean> {
  const listings = await Promise.all([replicasPrefix, backupsPrefix].map((prefix) => bucket.list(prefix)))
  return listings.some((keys) => keys.length > 0)
}

/** For a machine whose lease was taken over. */
export function replacedBy({ host }: Lease): NotThisMachine {
  return new NotThisMachine(
    `la máquina ${host} tomó el relevo: lo que hay en esta es anterior. Para volver a esta, detén aquella y usa npm run restore -- s3 (deploy/README.md)`,
  )
}

/** Throws NotThisMachine if the holder gives a sign of life within that time. */
async function watch(bucket: Bucket, top: Lease, milliseconds: number): Promise<void> {
  for (let remainingMs = milliseconds; remainingMs > 0; remainingMs -= beatEveryMs / 5) {
    await wait(beatEveryMs / 5)
    const now = await topLease(bucket)
    if (now?.isReleased) return
    if (now && (now.epoch !== top.epoch || now.beat !== top.beat))
      throw new NotThisMachine(`la máquina ${now.host} atiende este sitio ahora, con el mismo almacén`)
  }
}
