/** Tells who comes back to a page that they left open for long that its programme is another one meanwhile. */
import { minuteMs } from '../../data/time.ts'
import { element } from './element.ts'

const long = 10 * minuteMs

/** The agenda has a mark that changes with when, where and what its talks are. Not in a preview, nor in the answer to a refused form. */
export function tellOfChanges(): void {
  const mark = document.querySelector<HTMLElement>('[data-programme]')?.dataset.programme
  const place = document.querySelector('.page-changed')
  if (!mark || !place || location.pathname !== '/') return
  let left = Date.now()
  document.addEventListener('visibilitychange', async () => {
    const since = left
    left = Date.now()
    if (document.hidden || left - since < long || place.hasChildNodes()) return
    // Without network the page is what it is.
    const html = await fetch('/', { cache: 'no-cache' })
      .then((answer) => answer.text())
      .catch(() => '')
    const now = html.split(' data-programme="')[1]?.split('"', 1)[0]
    if (!now || now === mark) return
    const button = element('button', 'Actualizar', 'btn btn-sm')
    button.addEventListener('click', () => location.reload())
    place.append('La agenda cambió.', button)
  })
}
