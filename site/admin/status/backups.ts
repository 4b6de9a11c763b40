import { onMount } from 'nanostores'
import type { BackupStatus } from '../../../api/backup/schedule.ts'
import { hourMs } from '../../../data/time.ts'
import { api, ok } from '../calls/client.ts'
import { onThisClock } from '../calls/clock.ts'
import { createLoaded } from '../calls/loaded.ts'
import { $tab } from '../shell/tab.ts'

/** `lastAtMs` is the time of the last backup by this computer's clock. */
export type BackupsNow = BackupStatus & { lastAtMs: number | null }

const backups = createLoaded<BackupsNow>(async () => {
  const response = await ok(api.backups.$get())
  const status = await response.json()
  return { ...status, lastAtMs: status.last && onThisClock(status.last.takenAt, response) }
})

export const $backups = backups.$loaded

onMount($backups, () => {
  let readAt = Date.now()
  return $tab.listen(() => {
    if (Date.now() - readAt < hourMs) return
    readAt = Date.now()
    void backups.refresh()
  })
})
