import type { BackupStatus } from '../../../api/backup/schedule.ts'
import { api, ok } from '../calls/client.ts'
import { onThisClock } from '../calls/clock.ts'
import { createLoaded } from '../calls/loaded.ts'

/** How the backups stand, and when (on this machine's clock) the last verified one was made. */
export type BackupsNow = BackupStatus & { lastAt: number | null }

export const { $loaded: $backups } = createLoaded<BackupsNow>(async () => {
  const response = await ok(api.backups.$get())
  const status = await response.json()
  return { ...status, lastAt: status.last && onThisClock(status.last.takenAt, response) }
})
