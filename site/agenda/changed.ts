/** Tells who comes back to a page that they left open for long that its talks are others meanwhile. */
import { minute } from '../../data/time.ts'
import { element } from './element.ts'

const long = 10 * minute

/** The page names what opens of its talks by a mark that changes with them. Not in a preview, nor in the answer to a refused form. */
export function tellOfChanges(): void {
  const sheets = document.querySelector<HTMLElement>('[data-sheets]')?.dataset.sheets
  const place = document.querySelector('.now')
  if (!sheets || !place || location.pathname !== '/') return
  let left = Date.now()
  document.addEventListener('visibilitychange', async () => {
    const since = left
    left = Date.now()
    if (document.hidden || left - since < long || place.querySelector('.now-changed')) return
    // Without network the page is what it is.
    const html = await fetch('/', { cache: 'no-cache' })
      .then((answer) => answer.text())
      .catch(() => '')
    const named = html.split(' data-sheets="')[1]?.split('"', 1)[0]
    if (!named || named === sheets) return
    const button = element('button', 'Actualizar', 'btn btn-sm')
    button.addEventListener('click', () => location.reload())
    const told = element('p', 'La agenda cambió. ', 'now-changed')
    told.role = 'status'
    told.append(button)
    place.prepend(told)
  })
}
