import type { LiveFile } from '../../data/programme/live.ts'
import { button, element } from './element.ts'
import { readStarred, readTitles } from './starred.ts'

const toldKey = 'cambios-vistos'

/** Stored instead of the sentence about a removed talk, because the title in that sentence depends on the open page. */
const removed = 'removed'

let fetched: { programme: string; page: Document } | undefined

/**
 * Returns a sentence for each starred talk with a change that the visitor has not seen, and a button. If the open page is older
 * than the change, the button reloads it.
 */
export async function movedTalks({ programme, changed }: LiveFile): Promise<(Node | string)[]> {
  const mark = document.querySelector<HTMLElement>('[data-programme]')?.dataset.programme
  if (!mark) return []
  const starred = readStarred()
  const ids = [...new Set(changed.map(({ id }) => id))].filter((id) => starred.has(id))
  const isOld = mark !== programme
  const page = ids.length > 0 ? await pageOf(programme, isOld) : null
  const toldTexts = readTold()
  const news = page ? ids.map((id) => newsOf(page, id)).filter(({ id, toldText }) => toldTexts[id] !== toldText) : []
  if (news.length === 0 && !isOld) return []
  const parts: Node[] = news.map(({ text }) => element('span', text, 'live-moved'))
  if (news.length === 0) parts.push(element('span', 'La agenda cambió.', 'live-moved'))
  const done = () => {
    keepTold({ ...toldTexts, ...Object.fromEntries(news.map(({ id, toldText }) => [id, toldText])) })
    if (isOld) location.reload()
  }
  if (isOld) parts.push(button('Actualizar', 'btn btn-sm', done))
  else
    parts.push(
      button('Entendido', 'btn btn-sm', () => {
        done()
        document.querySelector('.live-line:has(.live-moved)')?.remove()
      }),
    )
  return parts
}

async function pageOf(programme: string, isOld: boolean): Promise<Document | null> {
  if (!isOld) return document
  if (fetched?.programme === programme) return fetched.page
  const html = await fetch('/', { cache: 'no-cache' })
    .then((answer) => (answer.ok ? answer.text() : ''))
    .catch(() => '')
  const page = new DOMParser().parseFromString(html, 'text/html')
  if (page.querySelector<HTMLElement>('[data-programme]')?.dataset.programme !== programme) return null
  fetched = { programme, page }
  return page
}

function newsOf(page: Document, id: string): { id: string; text: string; toldText: string } {
  const [now, before] = [page, document].map((each) => each.getElementById(`evento-${id}`))
  const title = (now ?? before)?.querySelector('h3, h4')?.textContent ?? readTitles()[id] ?? 'Una charla tuya'
  if (!now) return { id, text: `«${title}» ya no está en la agenda.`, toldText: removed }
  const time = now.querySelector('.session-when time')?.textContent ?? ''
  const room = now.querySelector('.session-room')?.textContent ?? ''
  const day = page.querySelectorAll('.day').length > 1 ? (now.closest('.day')?.querySelector('.day-name')?.textContent ?? '') : ''
  const text = `«${title}» cambió: ${[day, time, room].filter(Boolean).join(', ')}.`
  return { id, text, toldText: text }
}

function readTold(): Record<string, string> {
  try {
    return JSON.parse(localStorage.getItem(toldKey) ?? '{}')
  } catch {
    return {}
  }
}

function keepTold(toldTexts: Record<string, string>): void {
  try {
    localStorage.setItem(toldKey, JSON.stringify(toldTexts))
  } catch {}
}
