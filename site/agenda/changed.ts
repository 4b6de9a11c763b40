import { minuteMs } from '../../data/time.ts'
import { button } from './element.ts'

const minAbsenceMs = 10 * minuteMs

export function watchForChanges(): void {
  const mark = document.querySelector<HTMLElement>('[data-programme]')?.dataset.programme
  const place = document.querySelector('.page-changed')
  if (!mark || !place || location.pathname !== '/') return
  let leftAt = Date.now()
  document.addEventListener('visibilitychange', async () => {
    const absenceMs = Date.now() - leftAt
    leftAt = Date.now()
    // On the day of the event, follow.ts reports changes.
    if (document.hidden || absenceMs < minAbsenceMs || document.querySelector('.live-lines') || place.hasChildNodes()) return
    const html = await fetch('/', { cache: 'no-cache' })
      .then((answer) => answer.text())
      .catch(() => '')
    const now = html.split(' data-programme="')[1]?.split('"', 1)[0]
    if (!now || now === mark) return
    place.append(
      'La agenda cambió.',
      button('Actualizar', 'btn btn-sm', () => location.reload()),
    )
  })
}
