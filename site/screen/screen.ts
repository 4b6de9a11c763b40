/** Requests /ahora.json regularly. The programme is in the page, so that the screen works without network. */
import type { LiveFile } from '../../data/programme/live.ts'
import { nowOf } from '../../data/programme/now.ts'
import { minuteMs, secondMs } from '../../data/time.ts'
import { noticeOf } from '../agenda/live-answer.ts'
import { any } from '../door/dom.ts'
import { keepForReload } from './keep.ts'
import type { ScreenData } from './screen-data.ts'
import { hallSlides, message, roomSlides } from './slides.ts'

const [everyMs, jitterMs] = [30 * secondMs, 10 * secondMs]
const slideMs = 10 * secondMs
const oldAfterMs = 2 * minuteMs

const screen = any('screen')
const isRoom = screen.classList.contains('is-room')
let data = dataIn(document)
let file: LiveFile | null = null
let knownAt: number | null = null
let age = ''
let slides: HTMLElement[] = []
let shownKey = ''
let slideNumber = 0

function dataIn(page: Document): ScreenData {
  return JSON.parse(page.getElementById('screen')?.dataset.screen ?? '')
}

const clockTime = (atMs: number) =>
  new Date(atMs).toLocaleTimeString('es', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: data.timeZone })

/** Makes the slides again only if something changed. */
function show(): void {
  const now = nowOf(data, Date.now())
  any('clock').textContent = clockTime(Date.now())
  if (knownAt && Date.now() - knownAt > oldAfterMs) age = `Sin conexión desde las ${clockTime(knownAt)}`
  any('age').textContent = age
  const text = (file && noticeOf(file, Date.now())?.text) ?? ''
  const size = [innerWidth, innerHeight, age !== '']
  const key = JSON.stringify([now, data.programme, text, file?.full ?? [], size])
  if (key === shownKey) return
  shownKey = key
  const notice = any('notice')
  notice.hidden = text === ''
  notice.textContent = text
  const full = new Set(file?.full ?? [])
  const place = any('sessions')
  const byId = (ids: string[]) => data.sessions.filter(({ id }) => ids.includes(id))
  const sessions = { running: byId(now.running), next: byId(now.next), full }
  const isEmpty = sessions.running.length + sessions.next.length === 0
  slides = isEmpty ? [message(now, data.days)] : isRoom ? roomSlides(sessions) : hallSlides(place, sessions)
  turn(0)
}

function turn(step: number): void {
  slideNumber = slides.length > 0 ? (slideNumber + step) % slides.length : 0
  any('sessions').replaceChildren(...slides.slice(slideNumber, slideNumber + 1))
  any('position').textContent = slides.length > 1 ? `${slideNumber + 1} de ${slides.length}` : ''
}

async function ask(): Promise<void> {
  const answer = await get('/ahora.json')
  if (!answer && !knownAt) age = 'Sin conexión'
  if (answer) {
    file = JSON.parse(answer)
    knownAt = Date.now()
    age = ''
    if (file && file.programme !== data.programme) await renew()
  }
  show()
  setTimeout(ask, everyMs - jitterMs / 2 + Math.random() * jitterMs)
}

/** Takes the new programme from the published page. Reloads this page if its script changed. */
async function renew(): Promise<void> {
  const page = await getScreen(location.pathname)
  if (!page) return followRoom()
  if (scriptsIn(page) !== scriptsIn(document)) location.reload()
  data = dataIn(page)
  void keepForReload()
}

async function followRoom(): Promise<void> {
  const hall = await get('/pantalla')
  const path = hall && data.room && dataIn(parse(hall)).paths[data.room]
  if (path && (await getScreen(path))) location.replace(path)
}

/** Returns null for another room, which may have this room's old name. */
async function getScreen(path: string): Promise<Document | null> {
  const html = await get(path)
  if (!html) return null
  const page = parse(html)
  return page.getElementById('screen') && dataIn(page).room === data.room ? page : null
}

const parse = (html: string) => new DOMParser().parseFromString(html, 'text/html')

const scriptsIn = (page: Document) => [...page.querySelectorAll('script[src]')].map((script) => script.getAttribute('src')).join()

async function get(path: string): Promise<string | null> {
  try {
    const answer = await fetch(path, { cache: 'no-cache', signal: AbortSignal.timeout(everyMs / 2) })
    return answer.ok ? await answer.text() : null
  } catch {
    return null
  }
}

show()
void ask()
void keepForReload()
void document.fonts.ready.then(() => {
  shownKey = ''
  show()
})
setInterval(show, secondMs)
setInterval(() => turn(1), slideMs)
