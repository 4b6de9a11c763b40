/** Detects jumps of the clock. After a jump, nothing expires for a day. */

import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { databaseName } from '../../data/db/db.ts'
import { dayMs, hourMs } from '../../data/time.ts'
import { readJson } from './json-file.ts'

/** A longer pause between two looks counts as a jump. So a daily backup by hand may be a day late. */
const maxPauseMs = 49 * hourMs

/** `seen` and `since` are Unix milliseconds. The clock has not jumped after `since`. */
const looksSchema = z.object({ seen: z.number(), since: z.number() })

type ClockLook = { isSteady: boolean; isJump: boolean }

export function lookAtClock(dataDir: string, now = Date.now()): ClockLook {
  const file = join(dataDir, 'clock.json')
  const last = readJson(file, looksSchema) ?? firstLook(dataDir)
  const isJump = now < last.seen - hourMs || now > last.seen + maxPauseMs
  const since = isJump ? now : last.since
  try {
    writeFileSync(file, JSON.stringify({ seen: now, since }), { mode: 0o600 })
  } catch {}
  return { isSteady: now - since >= dayMs, isJump }
}

/** Before the first look, the last write to the database counts as one. */
function firstLook(dataDir: string): z.infer<typeof looksSchema> {
  const written = ['', '-wal'].map((ending) => statSync(join(dataDir, databaseName + ending), { throwIfNoEntry: false })?.mtimeMs)
  const writtenAt = Math.max(...written.map((at) => at ?? 0))
  return { seen: writtenAt, since: writtenAt - dayMs }
}
