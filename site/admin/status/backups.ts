import { onMount } from 'nanostores'
import type { BackupStatus } from '../../../api/backup/schedule.ts'
import { hour, minute } from '../../../data/time.ts'
import { api, ok } from '../calls/client.ts'
import { onThisClock } from '../calls/clock.ts'
import { createLoaded } from '../calls/loaded.ts'

/** How the backups stand, and when (on this machine's clock) the last verified one was made. */
export type BackupsNow = BackupStatus & { lastAt: number | null }

const backups = createLoaded<BackupsNow>(async () => {
  const response = await ok(api.backups.$get())
  const status = await response.json()
  return { ...status, lastAt: status.last && onThisClock(status.last.takenAt, response) }
})

export const $backups = backups.$loaded

/** A panel may stay open for days: asked again when it is looked at an hour later. */
onMount($backups, () => {
  let askedAt = Date.now()
  const look = () => {
    if (document.hidden || Date.now() - askedAt < hour) return
    askedAt = Date.now()
    void backups.refresh()
  }
  const timer = setInterval(look, minute)
  document.addEventListener('visibilitychange', look)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', look)
  }
})
