import { atom } from 'nanostores'

const key = 'agenda-horario'

/** Whether the timetable is shown instead of the list. Stored on this device. */
export const $isTimetable = atom(stored())

export function showTimetable(isTimetable: boolean): void {
  $isTimetable.set(isTimetable)
  try {
    localStorage.setItem(key, String(isTimetable))
  } catch {
    // The list is shown again after a reload.
  }
}

function stored(): boolean {
  try {
    return localStorage.getItem(key) === 'true'
  } catch {
    return false
  }
}
