/** Requests /ahora.json, and keeps the last answer for a page without network. */
import type { LiveFile } from '../../data/programme/live.ts'
import { dayMs, secondMs } from '../../data/time.ts'

const storageKey = 'ahora'
const timeoutMs = 15 * secondMs

type LiveAnswer = { file: LiveFile; atMs: number }

/** Returns null without network or after an error. */
export async function fetchLive(): Promise<LiveAnswer | null> {
  try {
    const answer = await fetch('/ahora.json', { cache: 'no-cache', signal: AbortSignal.timeout(timeoutMs) })
    return answer.ok ? keep({ file: await answer.json(), atMs: Date.now() }) : null
  } catch {
    return null
  }
}

/** Returns the stored answer if it is less than 24 hours old. */
export function readLastAnswer(): LiveAnswer | null {
  try {
    const stored: LiveAnswer | null = JSON.parse(localStorage.getItem(storageKey) ?? 'null')
    return stored && Date.now() - stored.atMs < dayMs ? stored : null
  } catch {
    return null
  }
}

function keep(answer: LiveAnswer): LiveAnswer {
  try {
    localStorage.setItem(storageKey, JSON.stringify(answer))
  } catch {}
  return answer
}

export const noticeOf = ({ notice }: Pick<LiveFile, 'notice'>, atMs: number): LiveFile['notice'] =>
  notice && (notice.until === '' || atMs < Date.parse(notice.until)) ? notice : null
