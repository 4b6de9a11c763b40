import { downloadCalendar } from './own-calendar.ts'

export function offerActions(card: Element, sheet: HTMLElement): void {
  if (sheet.querySelector('.sheet-actions')) return
  const star = card.querySelector<HTMLElement>('.session-star')
  const title = card.querySelector('h3, h4')?.textContent ?? ''
  const actions = Object.assign(document.createElement('p'), { className: 'sheet-actions' })
  const keep = button('Guardar', () => star?.click())
  const showKept = () => {
    const isKept = star?.getAttribute('aria-pressed') === 'true'
    keep.textContent = isKept ? '★ Guardada' : '☆ Guardar'
    keep.setAttribute('aria-pressed', String(isKept))
  }
  if (star) {
    showKept()
    new MutationObserver(showKept).observe(star, { attributeFilter: ['aria-pressed'] })
    actions.append(keep)
  }
  const share = button('Compartir', async () => {
    const address = card.querySelector<HTMLAnchorElement>(':is(h3, h4) a')
    const url = address?.href ?? `${location.origin}/#${card.id}`
    // Rejects if the visitor closes the share sheet.
    if (navigator.share) return void navigator.share({ title, url }).catch(() => {})
    await navigator.clipboard.writeText(url).then(
      () => say(share, 'Enlace copiado'),
      () => say(share, url),
    )
  })
  const calendar = button('Agregar al calendario', () =>
    downloadCalendar(new Set([card.id.slice('evento-'.length)]), 'charla.ics').catch(() => say(calendar, 'No se pudo descargar')),
  )
  actions.append(share)
  if (document.documentElement.dataset.moment !== 'after') actions.append(calendar)
  sheet.querySelector('.sheet-title')?.after(actions)
}

function say(button: HTMLElement, text: string): void {
  button.textContent = text
}

function button(text: string, press: () => unknown): HTMLButtonElement {
  const made = Object.assign(document.createElement('button'), { type: 'button', className: 'btn btn-sm', textContent: text })
  made.addEventListener('click', press)
  return made
}
