import type { LiveFile } from '../../data/programme/live.ts'
import { button, element, link } from './element.ts'

type Part = Node | string

const order = ['moved', 'notice', 'age'] as const
type Line = (typeof order)[number]

/** Notices at the lower edge of the window, in front of the page. A closed notice comes back only with another text or version. */
export function createLines() {
  const place = element('div', '', 'live-lines')
  place.ariaLive = 'polite'
  document.body.append(place)
  const lines = new Map<Line, HTMLElement>()
  const closedKeys = new Map<Line, string>()

  function set(name: Line, parts: Part[], version = ''): void {
    const text = parts.map((part) => (typeof part === 'string' ? part : part.textContent)).join('')
    const current = lines.get(name)
    const key = version + text
    if (current?.dataset.key === key || (text !== '' && closedKeys.get(name) === key)) return
    current?.remove()
    lines.delete(name)
    if (text === '') return
    const line = element('span', '', 'live-line')
    line.dataset.key = key
    const content = element('span')
    content.append(...parts)
    const close = button('×', 'live-close', () => {
      closedKeys.set(name, key)
      line.remove()
      lines.delete(name)
    })
    close.ariaLabel = 'Cerrar aviso'
    line.append(content, close)
    lines.set(name, line)
    const following = order.slice(order.indexOf(name) + 1).flatMap((later) => lines.get(later) ?? [])
    place.insertBefore(line, following[0] ?? null)
  }

  return { set }
}

export const noticeParts = ({ text, url }: NonNullable<LiveFile['notice']>): Part[] =>
  url ? [`${text} `, link('Más información', '', url)] : [text]
