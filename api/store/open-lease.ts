import type { Config } from '../config.ts'
import { openBucket } from './bucket.ts'
import { enterLease, heldHere, topLease } from './lease.ts'
import { inTime, keepLease, type LeaseKeeper } from './lease-keeper.ts'
import { NotThisMachine } from './not-this-machine.ts'

/**
 * Takes the right to write to the bucket, and keeps it. A store that cannot be asked hinders no start, unless another machine
 * waited to take over when this one last heard of it. Throws NotThisMachine when this machine must not write; `onLost` is
 * called when that comes later.
 */
export async function openLease(
  { dataDir }: Pick<Config, 'dataDir'>,
  store: NonNullable<Config['store']>,
  onLost: (reason: string) => void,
): Promise<LeaseKeeper> {
  const bucket = openBucket(store)
  const isReached = await inTime(topLease(bucket)).then(
    () => true,
    () => false,
  )
  const before = heldHere(dataDir)
  const held = isReached ? await enterLease(bucket, dataDir).catch(nullIfAway) : null
  if (!held && before?.hasStandby) {
    throw new NotThisMachine('el almacén no responde, y no se puede saber si otra máquina tomó el relevo')
  }
  return keepLease({ bucket, dataDir, held: held ?? before, isFresh: held !== null, onLost })
}

function nullIfAway(error: unknown): null {
  if (error instanceof NotThisMachine) throw error
  return null
}
