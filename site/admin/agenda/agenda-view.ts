import { atom } from 'nanostores'

const key = 'agenda-horario'

/** Whether the rooms are shown side by side, where there is room for it; as it was left on this device. */
export const $isTimetable = atom(stored())

export function showTimetable(isTimetable: boolean): void {
  $isTimetable.set(isTimetable)
  try {
    localStorage.setItem(key, String(isTimetable))
  } catch {
    // After a reload it is the list.
  }
}

function stored(): boolean {
  try {
    return localStorage.getItem(key) === 'true'
  } catch {
    return false
  }
}
