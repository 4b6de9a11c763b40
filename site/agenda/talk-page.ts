import { button } from './element.ts'
import { followStarred, setStarred } from './starred.ts'

const talk = document.querySelector<HTMLElement>('[data-talk]')
const actions = talk?.querySelector('[data-actions]')

if (talk && actions) {
  const id = talk.dataset.talk ?? ''
  const [title, url] = [talk.dataset.title ?? '', location.origin + location.pathname]
  const star = button('', 'btn', () => show(setStarred(id, star.ariaPressed !== 'true', title)))
  const show = (ids: ReadonlySet<string>) => {
    star.textContent = ids.has(id) ? '★ Guardada' : '☆ Guardar'
    star.ariaPressed = String(ids.has(id))
  }
  followStarred(show)
  actions.prepend(star)
  if ('share' in navigator) {
    // `share` rejects if the visitor closes the browser's share menu.
    const share = button('Compartir', 'btn', () => navigator.share({ title, url }).catch(() => {}))
    actions.querySelector('[data-whatsapp]')?.replaceWith(share)
  } else {
    const copy = button('Copiar enlace', 'btn', () =>
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
