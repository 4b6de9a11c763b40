export const everywhere = 'Todas las salas'

export const drafts = 'Se queda fuera: no está confirmada en su origen'
export const unscheduled = 'Se queda fuera: todavía no tiene día y hora'
export const noRoom = 'Se queda fuera: todavía no tiene escenario'

export type Place = { day?: string; room?: string; number: number }

const standsAt = ({ day, room, number }: Place) =>
  [`la charla ${number}`, room && `de «${room}»`, day && `del día ${day}`].filter(Boolean).join(' ')

export const untitled = (place: Place) => `Es ${standsAt(place)} en el archivo.`

export const notATime = (written: string, place: Place) =>
  `Se queda fuera: el día y la hora «${written.slice(0, 60)}» de ${standsAt(place)} no se entienden.`

const clocksGoBack = 'Esa noche se atrasan los relojes:'

export const shownTwice = (verb: 'empieza' | 'termina', time: string) =>
  `${clocksGoBack} ${verb} a las ${time} por segunda vez, y aquí queda en la primera.`

export const endsBefore = (time: string) =>
  `${clocksGoBack} termina a las ${time}, antes de la hora a la que empieza, y aquí queda sin hora de fin.`

export const notASession = (place: Place) => `Se queda fuera: ${standsAt(place)} no se puede leer.`

export const unnamed = (title: string) => `Le falta el nombre: es speaker de «${title}».`
