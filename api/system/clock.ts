/**
 * Whether the clock can be believed when something is about to be removed for its age. A clock that jumped makes all of it
 * look old at once, so nothing is removed until the clock has gone on evenly for a day.
 */

import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { databaseName } from '../../data/db/db.ts'
import { day, hour } from '../../data/time.ts'

/** From one look to the next, with a day that was missed: backups by hand are as rare as that, a server looks every hour. */
const longestPause = 49 * hour

/** In Unix milliseconds: when the clock was looked at last, and since when it goes on evenly. */
const looksSchema = z.object({ seen: z.number(), since: z.number() })

/** `isSteady`: it went on evenly for a day. `isJump`: it did not since the last look, because it was set or nobody looked. */
type ClockLook = { isSteady: boolean; isJump: boolean }

/** Looks at the clock (`now` in Unix milliseconds) and remembers that in `dataDir`. */
export function lookAtClock(dataDir: string, now = Date.now()): ClockLook {
  const file = join(dataDir, 'clock.json')
  const last = readLooks(file) ?? firstLook(dataDir)
  const isJump = now < last.seen - hour || now > last.seen + longestPause
  const since = isJump ? now : last.since
  try {
    writeFileSync(file, JSON.stringify({ seen: now, since }), { mode: 0o600 })
  } catch {
    // A full disk. What was seen before stands.
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

/** Where nobody has looked yet: the database was written by the clock of its day. */
function firstLook(dataDir: string): z.infer<typeof looksSchema> {
  const written = ['', '-wal'].map((ending) => statSync(join(dataDir, databaseName + ending), { throwIfNoEntry: false })?.mtimeMs)
  const seen = Math.max(...written.map((at) => at ?? 0))
  return { seen, since: seen - day }
}
