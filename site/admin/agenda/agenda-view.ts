import { atom } from 'nanostores'

const key = 'agenda-horario'

/** Stored on this device. */
export const $isTimetable = atom(stored())

export function showTimetable(isTimetable: boolean): void {
  $isTimetable.set(isTimetable)
  try {
    localStorage.setItem(key, String(isTimetable))
  } catch {}
}

function stored(): boolean {
  try {
    return localStorage.getItem(key) === 'true'
  } catch {
    return false
  }
}
