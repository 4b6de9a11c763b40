/** The machine with the highest lease number may write to the bucket. */
import { randomUUID } from 'node:crypto'
import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { readJson } from '../system/json-file.ts'
import { StartProblem } from '../system/start-problem.ts'
import { type Bucket, backupsPrefix, privatePrefix, replicasPrefix, unsent } from './bucket.ts'

export class NotThisMachine extends StartProblem {}

const leases = `${privatePrefix}lease/`
export const standbyKey = `${privatePrefix}standby.json`

export const beatEveryMs = 6_000

/** A standby takes over if the holder is silent for this time. Must be longer than `holderTimeoutMs`. */
export const silenceMs = 20_000

/** Stored in DATA_DIR. `hasStandby` is missing if no standby has ever waited. */
const ownLeaseSchema = z.object({
  epoch: z.int(),
  holder: z.string(),
  hasStandby: z.boolean().optional(),
  isRestoring: z.boolean().optional(),
})
export type OwnLease = z.infer<typeof ownLeaseSchema>

const leaseSchema = z.object({ holder: z.string(), host: z.string(), beat: z.int(), isReleased: z.boolean().optional() })
export type Lease = z.infer<typeof leaseSchema> & { epoch: number }

const ownLeaseFile = (dataDir: string) => join(dataDir, 'lease.json')
const takeOverFile = (dataDir: string) => join(dataDir, 'take-over')

export const readOwnLease = (dataDir: string): OwnLease | null => readJson(ownLeaseFile(dataDir), ownLeaseSchema)

export function takeOverAtNextStart(dataDir: string): void {
  rmSync(ownLeaseFile(dataDir), { force: true })
  writeFileSync(takeOverFile(dataDir), '', { mode: 0o600 })
}

export async function newestLease(bucket: Bucket): Promise<Lease | null> {
  const newest = (await bucket.list(leases)).toSorted((first, other) => (first.key < other.key ? -1 : 1)).at(-1)
  if (!newest) return null
  const epoch = Number.parseInt(newest.key.slice(leases.length), 10)
  return leaseAt(bucket, epoch)
}

export async function leaseAt(bucket: Bucket, epoch: number): Promise<Lease> {
  const text = await bucket.text(keyOf(epoch))
  return { ...leaseSchema.catch({ holder: '', host: '?', beat: 0 }).parse(JSON.parse(text ?? '{}')), epoch }
}

export const keyOf = (epoch: number) => `${leases}${String(epoch).padStart(8, '0')}.json`

export const serializeLease = (holder: string, beat: number, isReleased?: boolean) =>
  JSON.stringify({ holder, host: hostname(), beat, isReleased })

/**
 * Returns null if another machine has this lease number. With `isRestoring`, the caller must call `confirmOwnLease` after the
 * restore.
 */
export async function takeLease(bucket: Bucket, dataDir: string, epoch: number, isRestoring?: true): Promise<OwnLease | null> {
  const before = readOwnLease(dataDir)
  // Keeps the holder's id. With it, `isOwn` recognises a lease that was taken just before a crash.
  const holder = before && !isRestoring && !before.isRestoring ? before.holder : randomUUID()
  const lease = { epoch, holder, hasStandby: before?.hasStandby, isRestoring }
  if (!(await bucket.create(keyOf(epoch), serializeLease(holder, 0), unsent))) return null
  const storedEpoch = readOwnLease(dataDir)?.epoch ?? 0
  // A later call may have finished before this one. Its lease must stay.
  if (storedEpoch > epoch && storedEpoch !== before?.epoch) return lease
  if (isRestoring) writeOwnLease(dataDir, lease)
  else confirmOwnLease(dataDir, lease)
  return lease
}

export function confirmOwnLease(dataDir: string, { isRestoring, ...lease }: OwnLease): OwnLease {
  writeOwnLease(dataDir, lease)
  rmSync(takeOverFile(dataDir), { force: true })
  return lease
}

export function writeOwnLease(dataDir: string, lease: OwnLease): void {
  const partial = `${ownLeaseFile(dataDir)}.partial`
  writeFileSync(partial, JSON.stringify(lease), { mode: 0o600, flush: true })
  renameSync(partial, ownLeaseFile(dataDir))
}

export const releaseLease = (bucket: Bucket, { epoch, holder }: OwnLease): Promise<void> =>
  bucket.put(keyOf(epoch), serializeLease(holder, 0, true), unsent)

export const isTakingOver = (dataDir: string): boolean => existsSync(takeOverFile(dataDir))

/**
 * Compares the number too, because a copied DATA_DIR has the same holder. A higher lease without a heartbeat is of a crashed
 * start.
 */
export function isOwn(lease: OwnLease | null, top: Lease | null): boolean {
  if (!lease || lease.holder !== top?.holder) return false
  return top.epoch <= lease.epoch || (top.beat === 0 && !top.isReleased)
}

export const announceStandby = (bucket: Bucket, beat: number): Promise<void> =>
  bucket.put(standbyKey, JSON.stringify({ host: hostname(), beat }), unsent)

type Entry = {
  /** True if the database is empty. Then this machine does not start if the bucket contains a conference. */
  isEmpty?: boolean
  watchMs?: number
}

export async function enterLease(
  bucket: Bucket,
  dataDir: string,
  { isEmpty, watchMs = 2.5 * beatEveryMs }: Entry = {},
): Promise<OwnLease> {
  for (;;) {
    const lease = readOwnLease(dataDir)
    if (lease?.isRestoring) throw new NotThisMachine(halfRestored)
    const top = await newestLease(bucket)
    const isOurs = isOwn(lease, top)
    if (lease && top && !isOurs && top.epoch > lease.epoch) throw replacedBy(top)
    if (!isOurs && !isTakingOver(dataDir)) {
      if (isEmpty && (await hasConference(bucket))) throw new NotThisMachine(emptyHere)
      if (top && !top.isReleased) await watch(bucket, top, watchMs)
    }
    const newLease = await takeLease(bucket, dataDir, Math.max(top?.epoch ?? 0, lease?.epoch ?? 0) + 1)
    if (newLease) return newLease
  }
}

export const halfRestored =
  'en esta máquina quedó un relevo a medias, y lo que hay en ella no está completo. Iníciala con npm run pair, que lo termina, o usa npm run restore -- replica (deploy/README.md)'

const emptyHere =
  'en el almacén hay una conferencia, y la base de datos de esta máquina está vacía. Tráela con npm run restore -- replica, o -- s3, y vuelve a iniciar; para una nueva, usa otro S3_PREFIX (deploy/README.md)'

async function hasConference(bucket: Bucket): Promise<boolean> {
  const listings = await Promise.all([replicasPrefix, backupsPrefix].map((prefix) => bucket.list(prefix)))
  return listings.some((keys) => keys.length > 0)
}

export function replacedBy({ host }: Lease): NotThisMachine {
  return new NotThisMachine(
    `la máquina ${host} tomó el relevo: lo que hay en esta es anterior. Para volver a esta, detén aquella y usa npm run restore -- s3 (deploy/README.md)`,
  )
}

async function watch(bucket: Bucket, top: Lease, durationMs: number): Promise<void> {
  for (let remainingMs = durationMs; remainingMs > 0; remainingMs -= beatEveryMs / 5) {
    await wait(beatEveryMs / 5)
    const now = await newestLease(bucket)
    if (now?.isReleased) return
    if (now && (now.epoch !== top.epoch || now.beat !== top.beat))
      throw new NotThisMachine(`la máquina ${now.host} atiende este sitio ahora, con el mismo almacén`)
  }
}
