import { button } from './element.ts'
import type { Session } from './sessions.ts'

const key = 'mis-charlas'
const titlesKey = 'titulos-de-mis-charlas'

let unstored: Set<string> | undefined

export function readStarred(): Set<string> {
  if (unstored) return new Set(unstored)
  try {
    const ids: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return new Set(Array.isArray(ids) ? ids.map(String) : [])
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

/** Returns titles by talk id, also for talks that are no longer in the agenda. */
export function readTitles(): Record<string, string> {
  try {
    return JSON.parse(localStorage.getItem(titlesKey) ?? '{}')
  } catch {
    return {}
  }
}

function keepTitle(id: string, title: string | undefined): void {
  try {
    localStorage.setItem(titlesKey, JSON.stringify({ ...readTitles(), [id]: title }))
  } catch {}
}

export function setStarred(id: string, isStarred: boolean, title: string): Set<string> {
  const ids = readStarred()
  keepTitle(id, isStarred ? title : undefined)
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
    const star = button('', 'session-star', () => show(setStarred(id, star.ariaPressed !== 'true', title)))
    star.ariaLabel = `Guardar «${title}» en mis charlas`
    card.append(star)
    return { id, star }
  })
  function show(ids: ReadonlySet<string>): void {
    for (const { id, star } of stars) {
      const pressed = String(ids.has(id))
      // The browser would restyle all stars.
      if (star.ariaPressed !== pressed) star.ariaPressed = pressed
    }
    changed(ids)
  }
  followStarred(show)
}
