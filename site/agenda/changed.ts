import { minuteMs } from '../../data/time.ts'
import { element } from './element.ts'

const long = 10 * minuteMs

/** The agenda's mark changes with its talks. It is missing in previews and in the answer to a refused form. */
export function tellOfChanges(): void {
  const mark = document.querySelector<HTMLElement>('[data-programme]')?.dataset.programme
  const place = document.querySelector('.page-changed')
  if (!mark || !place || location.pathname !== '/') return
  let left = Date.now()
  document.addEventListener('visibilitychange', async () => {
    const since = left
    left = Date.now()
    if (document.hidden || left - since < long || place.hasChildNodes()) return
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
