import { onMount } from 'nanostores'
import type { BackupStatus } from '../../../api/backup/schedule.ts'
import { hourMs } from '../../../data/time.ts'
import { api, ok } from '../calls/client.ts'
import { onThisClock } from '../calls/clock.ts'
import { createLoaded } from '../calls/loaded.ts'
import { $tab } from '../shell/tab.ts'

/** How the backups stand, and when (on this machine's clock) the last verified one was made. */
export type BackupsNow = BackupStatus & { lastAt: number | null }

const backups = createLoaded<BackupsNow>(async () => {
  const response = await ok(api.backups.$get())
  const status = await response.json()
  return { ...status, lastAt: status.last && onThisClock(status.last.takenAt, response) }
})

export const $backups = backups.$loaded

/** A panel may stay open for days: the next tab that is opened an hour later reads it again. */
onMount($backups, () => {
  let readAt = Date.now()
  return $tab.listen(() => {
    if (Date.now() - readAt < hourMs) return
    readAt = Date.now()
    void backups.refresh()
  })
})
