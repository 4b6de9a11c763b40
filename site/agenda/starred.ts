import type { Session } from './sessions.ts'

const key = 'mis-charlas'

/** Used if storage fails, until the page is closed. */
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

export function setStarred(id: string, isStarred: boolean): Set<string> {
  const ids = readStarred()
  if (isStarred) ids.add(id)
  else ids.delete(id)
  keep(ids)
  return ids
}

export function followStarred(changed: (ids: Set<string>) => void): void {
  const read = () => changed(readStarred())
  addEventListener('storage', (event) => event.key === key && read())
  addEventListener('pageshow', ({ persisted }) => persisted && read())
  read()
}

export function starSessions(sessions: Session[], changed: (ids: ReadonlySet<string>) => void): void {
  const stars = sessions.map(({ id, card, title }) => {
    const star = document.createElement('button')
    star.type = 'button'
    star.className = 'session-star'
    star.setAttribute('aria-label', `Guardar «${title}» en mis charlas`)
    star.addEventListener('click', () => show(setStarred(id, star.getAttribute('aria-pressed') !== 'true')))
    card.append(star)
    return { id, star }
  })
  function show(ids: ReadonlySet<string>): void {
    for (const { id, star } of stars) star.setAttribute('aria-pressed', String(ids.has(id)))
    changed(ids)
  }
  followStarred(show)
}
