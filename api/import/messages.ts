/** What an export of this product calls the room of what takes place in all of them. */
export const everywhere = 'Todas las salas'

export const drafts = 'Se queda fuera: no está confirmada en su origen'
export const unscheduled = 'Se queda fuera: todavía no tiene día y hora'
