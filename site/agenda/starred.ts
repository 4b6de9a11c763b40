/** The talks that somebody starred, kept on their own phone. */
import type { Session } from './sessions.ts'

const key = 'mis-charlas'

export function readStarred(): Set<string> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return new Set(Array.isArray(kept) ? kept.map(String) : [])
  } catch {
    return new Set()
  }
}

function keep(ids: Set<string>): void {
  try {
    localStorage.setItem(key, JSON.stringify([...ids]))
  } catch {
    // Without storage they are kept until the page is left.
  }
}

/** Stars a talk, or takes its star away; returns those that are starred now. Another tab may have changed them meanwhile. */
export function toggleStarred(id: string): Set<string> {
  const ids = readStarred()
  if (!ids.delete(id)) ids.add(id)
  keep(ids)
  return ids
}

/** Puts a star on every talk, and calls `changed` with the ids of those that are starred, at first too. */
export function starSessions(sessions: Session[], changed: (ids: ReadonlySet<string>) => void): void {
  let ids = readStarred()
  const stars = sessions.map(({ id, card, title }) => {
    const star = document.createElement('button')
    star.type = 'button'
    star.className = 'session-star'
    star.setAttribute('aria-label', `Guardar «${title}» en mis charlas`)
    star.addEventListener('click', () => {
      ids = toggleStarred(id)
      show()
    })
    card.append(star)
    return { id, star }
  })
  const show = () => {
    for (const { id, star } of stars) star.setAttribute('aria-pressed', String(ids.has(id)))
    changed(ids)
  }
  addEventListener('storage', (event) => {
    if (event.key !== key) return
    ids = readStarred()
    show()
  })
  show()
}
