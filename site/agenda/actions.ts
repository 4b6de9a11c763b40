import { button, element } from './element.ts'
import { downloadCalendar } from './own-calendar.ts'

export function offerActions(card: Element, sheet: HTMLElement): void {
  if (sheet.querySelector('.sheet-actions')) return
  const star = card.querySelector<HTMLElement>('.session-star')
  const title = card.querySelector('h3, h4')?.textContent ?? ''
  const actions = element('p', '', 'sheet-actions')
  if (star) {
    const keep = button('', 'btn btn-sm', () => star.click())
    const showState = () => {
      keep.textContent = star.ariaPressed === 'true' ? '★ Guardada' : '☆ Guardar'
      keep.ariaPressed = star.ariaPressed
    }
    showState()
    new MutationObserver(showState).observe(star, { attributeFilter: ['aria-pressed'] })
    actions.append(keep)
  }
  const share = button('Compartir', 'btn btn-sm', async () => {
    const address = card.querySelector<HTMLAnchorElement>(':is(h3, h4) a')
    const url = address?.href ?? `${location.origin}/#${card.id}`
    // `navigator.share` rejects if the visitor closes the browser's share menu.
    if (navigator.share) return void navigator.share({ title, url }).catch(() => {})
    await navigator.clipboard.writeText(url).then(
      () => say(share, 'Enlace copiado'),
      () => say(share, url),
    )
  })
  const calendar = button('Agregar al calendario', 'btn btn-sm', () =>
    downloadCalendar(new Set([card.id.slice('evento-'.length)]), 'charla.ics').catch(() => say(calendar, 'No se pudo descargar')),
  )
  actions.append(share)
  if (document.documentElement.dataset.moment !== 'after') actions.append(calendar)
  sheet.querySelector('.sheet-title')?.after(actions)
}

function say(button: HTMLElement, text: string): void {
  button.textContent = text
}
