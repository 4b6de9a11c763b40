/** Loaded only around the event. Requests /ahora.json regularly and shows changes, without moving anything on the page. */
import type { LiveFile } from '../../data/programme/live.ts'
import { minuteMs, secondMs } from '../../data/time.ts'
import { showFull } from './full-rooms.ts'
import { createLines, noticeParts } from './lines.ts'
import { fetchLive, noticeOf, readLastAnswer } from './live-answer.ts'
import { liveStyles } from './live-styles.ts'
import { movedTalks } from './moved.ts'

const everyMs = 30 * secondMs
const jitterMs = 10 * secondMs

/** If requests fail, an answer older than this is shown as old. Longer than the time between two requests. */
const oldAfterMs = minuteMs

let followUntilMs = 0
let resume: (() => void) | undefined

/** Requests changes until an instant (Unix milliseconds). A later call only changes this instant. */
export function follow(untilMs: number, hasEnded: (id: string) => boolean = () => false): void {
  followUntilMs = untilMs
  if (!resume) {
    document.adoptedStyleSheets.push(liveStyles())
    resume = createFollower(hasEnded)
  }
  resume()
}

function createFollower(hasEnded: (id: string) => boolean): () => void {
  const lines = createLines()
  let lastAnswer = readLastAnswer()
  let timer = 0
  let isAsking = false
  let hasFailed = false
  /** Value of `followUntilMs` when the last request after the end was made. */
  let endedAtMs = 0

  const show = () => {
    if (!lastAnswer) return
    const { file, atMs } = lastAnswer
    showNotice(lines, noticeOf(file, Date.now()))
    showFull(file.full.filter((id) => !hasEnded(id)))
    void movedTalks(file).then((parts) => lines.set('moved', parts, file.programme))
    const isOld = hasFailed && Date.now() - atMs > oldAfterMs
    lines.set('age', isOld ? [`Sin conexión. Así estaba a las ${clockTime(atMs)}.`] : [])
  }
  const ask = async () => {
    isAsking = true
    const answer = await fetchLive()
    isAsking = false
    hasFailed = !answer
    lastAnswer = answer ?? lastAnswer
  }
  // One request after the end removes that day's marks from the page. A notice may end later, without a request.
  const look = async () => {
    clearTimeout(timer)
    timer = 0
    if (isAsking || document.hidden) return
    const isOver = Date.now() >= followUntilMs
    if (!isOver || endedAtMs !== followUntilMs) await ask()
    if (isOver) endedAtMs = followUntilMs
    show()
    const mayChange = !isOver || (lastAnswer && noticeOf(lastAnswer.file, Date.now())?.until)
    if (mayChange) timer = window.setTimeout(look, everyMs - jitterMs / 2 + Math.random() * jitterMs)
  }
  document.addEventListener('visibilitychange', look)
  addEventListener('online', look)
  return () => timer || void look()
}

function showNotice(lines: ReturnType<typeof createLines>, notice: LiveFile['notice']): void {
  const onPage = document.querySelector<HTMLElement>('[data-notice]')
  const isSame = onPage?.dataset.notice === notice?.text
  // An outdated notice on the page is hidden but keeps its space, so that the page does not move.
  if (onPage) onPage.style.visibility = isSame ? '' : 'hidden'
  lines.set('notice', notice && !isSame ? noticeParts(notice) : [])
}

const clockTime = (atMs: number) => new Date(atMs).toLocaleTimeString('es', { hour: '2-digit', minute: '2-digit' })
