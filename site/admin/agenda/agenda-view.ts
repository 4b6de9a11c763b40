import { atom } from 'nanostores'
import { withStorage } from '../shell/local-storage.ts'

const key = 'agenda-horario'

export const $isTimetable = atom(withStorage((storage) => storage.getItem(key)) === 'true')

export function showTimetable(isTimetable: boolean): void {
  $isTimetable.set(isTimetable)
  withStorage((storage) => storage.setItem(key, String(isTimetable)))
}
