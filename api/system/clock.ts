/** After a clock jump everything looks old. Therefore nothing expires until the clock has run evenly for a day. */

import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { databaseName } from '../../data/db/db.ts'
import { day, hour } from '../../data/time.ts'

/** Manual backups may be a day late. A running server checks hourly. */
const maxPauseMs = 49 * hour

/** Unix milliseconds of the last check and of the last jump. */
const looksSchema = z.object({ seen: z.number(), since: z.number() })

/** `isSteady`: no jump for a day. `isJump`: the clock was set, or nothing checked it for too long. */
type ClockLook = { isSteady: boolean; isJump: boolean }

/** Checks the clock (`now` in Unix milliseconds) and stores the check in `dataDir`. */
export function lookAtClock(dataDir: string, now = Date.now()): ClockLook {
  const file = join(dataDir, 'clock.json')
  const last = readLooks(file) ?? firstLook(dataDir)
  const isJump = now < last.seen - hour || now > last.seen + maxPauseMs
  const since = isJump ? now : last.since
  try {
    writeFileSync(file, JSON.stringify({ seen: now, since }), { mode: 0o600 })
  } catch {
    // The disk is full. The previous check stays valid.
  }
  return { isSteady: now - since >= day, isJump }
}

function readLooks(file: string): z.infer<typeof looksSchema> | null {
  try {
    return looksSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return null
  }
}

/** Before the first check, the database file shows the last known time. */
function firstLook(dataDir: string): z.infer<typeof looksSchema> {
  const written = ['', '-wal'].map((ending) => statSync(join(dataDir, databaseName + ending), { throwIfNoEntry: false })?.mtimeMs)
  const writtenAt = Math.max(...written.map((at) => at ?? 0))
  return { seen: writtenAt, since: writtenAt - day }
}
