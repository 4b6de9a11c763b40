import type { ChoiceOutcome } from '../../../data/seats/choosing.ts'

type Refused = Exclude<ChoiceOutcome, { outcome: 'stored' }>

const list = new Intl.ListFormat('es')

/** Returns the HTTP status and the message for a choice of sessions that was not stored. */
export function refusalOf(refused: Refused): { status: 409 | 422; message: string } {
  if (refused.outcome === 'no-place')
    return { status: 409, message: 'Solo quien tiene lugar en la conferencia puede elegir sesiones con cupo.' }
  if (!('titles' in refused))
    return { status: 422, message: 'Una de estas sesiones no tiene cupo, ya terminó o ya no está en el programa.' }
  const titles = list.format(refused.titles.map((title) => `«${title}»`))
  return refused.outcome === 'overlap'
    ? { status: 422, message: `${titles} son a la misma hora. Elige una de las dos.` }
    : { status: 409, message: `Ya no hay lugares en ${titles}, y no hay lista de espera.` }
}
