import type { Db } from '../../data/db/db.ts'
import { isEmpty } from '../../data/db/snapshot.ts'
import { endWith } from '../system/log.ts'
import { openBucket } from './bucket.ts'
import type { StoreConfig } from './config.ts'
import { enterLease, halfRestored, NotThisMachine, newestLease, readOwnLease } from './lease.ts'
import { keepLease, type LeaseKeeper, withTimeout } from './lease-keeper.ts'

/** `npm run pair` sets this variable. */
export const inPair = 'CONFERENCE_IN_PAIR'

type Options = {
  dataDir: string
  isEmpty?: boolean
  isInPair?: boolean
  onLost: (reason: string) => void
}

/** Ends the process if another machine takes over. Throws NotThisMachine if this machine must not write. */
export function holdBucket(db: Db, dataDir: string, store: StoreConfig): Promise<LeaseKeeper> {
  return openLease(store, {
    dataDir,
    isEmpty: isEmpty(db),
    isInPair: process.env[inPair] !== undefined,
    onLost: (reason) => endWith(`Este proceso termina: ${reason}`),
  })
}

/** Works even if the store does not answer, unless a standby is known. Throws NotThisMachine. */
export async function openLease(store: StoreConfig, options: Options): Promise<LeaseKeeper> {
  const { dataDir, isEmpty = false, isInPair = false, onLost } = options
  const bucket = openBucket(store)
  const before = readOwnLease(dataDir)
  if (before?.isRestoring) throw new NotThisMachine(halfRestored)
  const top = await withTimeout(newestLease(bucket)).catch(() => undefined)
  const isTaken = isInPair && before !== null && top?.epoch === before.epoch && top.holder === before.holder
  const entered = isTaken ? before : top === undefined ? null : await enterLease(bucket, dataDir, { isEmpty }).catch(nullIfAway)
  if (!entered && before?.hasStandby) {
    throw new NotThisMachine('el almacén no responde, y no se puede saber si otra máquina tomó el relevo')
  }
  const isFresh = entered !== null
  return keepLease({ bucket, dataDir, lease: entered ?? before, isFresh, isRelease: !isInPair, isEmpty, onLost })
}

function nullIfAway(error: unknown): null {
  if (error instanceof NotThisMachine) throw error
  return null
}
