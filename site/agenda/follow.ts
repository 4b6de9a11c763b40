/** Loaded only around the event. Follows /ahora.json and shows what is new, without moving anything on the page. */
import type { LiveFile } from '../../data/programme/live.ts'
import { dayMs, minuteMs, secondMs } from '../../data/time.ts'
import { showFull } from './full-rooms.ts'
import { createLines, noticeParts } from './lines.ts'
import { liveStyles } from './live-styles.ts'
import { movedTalks } from './moved.ts'

const everyMs = 30 * secondMs
const jitterMs = 10 * secondMs

/** Longer than the time between two requests. */
const oldAfterMs = minuteMs

const storageKey = 'ahora'

type Known = { file: LiveFile; atMs: number }

let followUntilMs = 0
let resume: (() => void) | undefined

/** Follows until an instant (Unix milliseconds). A later call only changes the end. */
export function follow(untilMs: number): void {
  followUntilMs = untilMs
  if (!resume) {
    document.adoptedStyleSheets.push(liveStyles())
    resume = createFollower()
  }
  resume()
}

function createFollower(): () => void {
  const lines = createLines()
  let lastAnswer = readKnown()
  let timer = 0
  let isAsking = false

  const show = (hasFailed: boolean) => {
    if (!lastAnswer) return
    showNotice(lines, lastAnswer.file.notice)
    showFull(lastAnswer.file.full)
    void movedTalks(lastAnswer.file).then((parts) => lines.set('moved', parts))
    const isOld = hasFailed && Date.now() - lastAnswer.atMs > oldAfterMs
    lines.set('age', isOld ? [`Sin conexión. Así estaba a las ${clockTime(lastAnswer.atMs)}.`] : [])
  }
  const ask = async () => {
    clearTimeout(timer)
    timer = 0
    if (isAsking || document.hidden || Date.now() >= followUntilMs) return
    isAsking = true
    const file = await fetchLive()
    isAsking = false
    if (file) {
      lastAnswer = { file, atMs: Date.now() }
      keep(lastAnswer)
    }
    show(!file)
    timer = window.setTimeout(ask, everyMs - jitterMs / 2 + Math.random() * jitterMs)
  }
  document.addEventListener('visibilitychange', ask)
  addEventListener('online', ask)
  return () => timer || void ask()
}

async function fetchLive(): Promise<LiveFile | null> {
  try {
    const answer = await fetch('/ahora.json', { cache: 'no-cache', signal: AbortSignal.timeout(everyMs / 2) })
    return answer.ok ? await answer.json() : null
  } catch {
    return null
  }
}

function showNotice(lines: ReturnType<typeof createLines>, notice: LiveFile['notice']): void {
  const onPage = document.querySelector<HTMLElement>('[data-notice]')
  const isSame = onPage?.dataset.notice === notice?.text
  // An outdated notice on the page is hidden but keeps its space, so that the page does not move.
  if (onPage) onPage.style.visibility = isSame ? '' : 'hidden'
  lines.set('notice', notice && !isSame ? noticeParts(notice) : [])
}

const clockTime = (atMs: number) => new Date(atMs).toLocaleTimeString('es', { hour: '2-digit', minute: '2-digit' })

/** An answer of the last 24 hours, for a page without network. */
function readKnown(): Known | null {
  try {
    const stored: Known | null = JSON.parse(localStorage.getItem(storageKey) ?? 'null')
    return stored && Date.now() - stored.atMs < dayMs ? stored : null
  } catch {
    return null
  }
}

function keep(lastAnswer: Known): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(lastAnswer))
  } catch {}
}
