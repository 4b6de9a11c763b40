import type { LiveFile } from '../../data/programme/live.ts'
import { button, element, link } from './element.ts'

type Part = Node | string

const order = ['moved', 'notice', 'age'] as const
type Line = (typeof order)[number]

/** Lines at the lower edge of the window, above the page. A closed line comes back only with another text. */
export function createLines() {
  const place = element('div', '', 'live-lines')
  place.ariaLive = 'polite'
  document.body.append(place)
  const lines = new Map<Line, HTMLElement>()
  const closedTexts = new Map<Line, string>()

  function set(name: Line, parts: Part[]): void {
    const text = parts.map((part) => (typeof part === 'string' ? part : part.textContent)).join('')
    const current = lines.get(name)
    if (current?.dataset.text === text || (text !== '' && closedTexts.get(name) === text)) return
    current?.remove()
    lines.delete(name)
    if (text === '') return
    const line = element('span', '', 'live-line')
    line.dataset.text = text
    const content = element('span')
    content.append(...parts)
    const close = button('×', 'live-close', () => {
      closedTexts.set(name, text)
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
