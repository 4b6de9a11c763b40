import { followStarred, setStarred } from './starred.ts'

const talk = document.querySelector<HTMLElement>('[data-talk]')
const actions = talk?.querySelector('[data-actions]')

function button(text: string, press: () => unknown): HTMLButtonElement {
  const made = Object.assign(document.createElement('button'), { type: 'button', className: 'btn', textContent: text })
  made.addEventListener('click', press)
  return made
}

if (talk && actions) {
  const id = talk.dataset.talk ?? ''
  const star = button('', () => show(setStarred(id, star.getAttribute('aria-pressed') !== 'true')))
  const show = (ids: ReadonlySet<string>) => {
    star.textContent = ids.has(id) ? '★ En mis charlas' : '☆ Guardar'
    star.setAttribute('aria-pressed', String(ids.has(id)))
  }
  followStarred(show)
  actions.prepend(star)
  const [title, url] = [talk.dataset.title ?? '', location.origin + location.pathname]
  if ('share' in navigator) {
    // Rejects if the visitor closes the share sheet.
    const share = button('Compartir', () => navigator.share({ title, url }).catch(() => {}))
    actions.querySelector('[data-whatsapp]')?.replaceWith(share)
  } else {
    const copy = button('Copiar enlace', () =>
      navigator.clipboard.writeText(url).then(
        () => {
          copy.textContent = 'Enlace copiado'
        },
        () => {
          copy.textContent = url
        },
      ),
    )
    actions.append(copy)
  }
}
