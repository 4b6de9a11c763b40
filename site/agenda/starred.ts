/** The talks that somebody starred, kept on their own phone. */
import type { Session } from './sessions.ts'

const key = 'mis-charlas'

/** What the storage did not take: it counts until the page is left, or there is room again. */
let unstored: Set<string> | undefined

export function readStarred(): Set<string> {
  if (unstored) return new Set(unstored)
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
    unstored = undefined
  } catch {
    unstored = ids
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
