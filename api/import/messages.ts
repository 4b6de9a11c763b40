/** What an export of this product calls the room of what takes place in all of them. */
export const everywhere = 'Todas las salas'

export const drafts = 'Se queda fuera: no está confirmada en su origen'
export const unscheduled = 'Se queda fuera: todavía no tiene día y hora'
export const noRoom = 'Se queda fuera: todavía no tiene escenario'

/** Where a session stands in its file, counted from one. `room` may be empty. */
export type Place = { day?: string; room?: string; number: number }

const standsAt = ({ day, room, number }: Place) =>
  [`la charla ${number}`, room && `de «${room}»`, day && `del día ${day}`].filter(Boolean).join(' ')

/** For a session without a title, which nothing else would find. */
export const untitled = (place: Place) => `Es ${standsAt(place)} en el archivo.`

/** For a session whose start was written and is not one. */
export const notATime = (written: string, place: Place) =>
  `Se queda fuera: el día y la hora «${written.slice(0, 60)}» de ${standsAt(place)} no se entienden.`

const clocksGoBack = 'Esa noche se atrasan los relojes:'

/** For a session that begins or ends when the clocks show a time again. */
export const shownTwice = (verb: 'empieza' | 'termina', time: string) =>
  `${clocksGoBack} ${verb} a las ${time} por segunda vez, y aquí queda en la primera.`

/** For a session whose end has an earlier time than its start, because the clocks go back in between. */
export const endsBefore = (time: string) =>
  `${clocksGoBack} termina a las ${time}, antes de la hora a la que empieza, y aquí queda sin hora de fin.`

/** For an entry that is not a session at all. */
export const notASession = (place: Place) => `Se queda fuera: ${standsAt(place)} no se puede leer.`

/** For a person without a name, which nothing else would find. */
export const unnamed = (title: string) => `Le falta el nombre: es speaker de «${title}».`
