import { ApiError } from '../calls/client.ts'
import type { Move } from './move-events.ts'

/** A move because of which none was saved: others changed the same or deleted the event, or why it does not fit there. */
type RefusedMove = { move: Move; why: 'overtaken' | 'missing' | { message: string } }

/** Which of the moves the server refused; none where it was not about some of them. */
export function refusedMoves(moves: readonly Move[], error: unknown): RefusedMove[] {
  if (!(error instanceof ApiError)) return []
  const { missing = [], overtaken = [] } = (error.body ?? {}) as { missing?: string[]; overtaken?: string[] }
  const fields = Object.entries(error.body?.fields ?? {})
  return moves.flatMap((move, index): RefusedMove[] => {
    if (missing.includes(move.event.id)) return [{ move, why: 'missing' }]
    if (overtaken.includes(move.event.id)) return [{ move, why: 'overtaken' }]
    const [, message] = fields.find(([path]) => path.startsWith(`events.${index}.`)) ?? []
    return message ? [{ move, why: { message } }] : []
  })
}

const list = new Intl.ListFormat('es')

/** So many are named at once. */
const named = 5

function titlesOf(moves: readonly Move[]): string {
  const titles = moves.map(({ event }) => `«${event.title}»`)
  return list.format(titles.length > named ? [...titles.slice(0, named), `${titles.length - named} más`] : titles)
}

/** What was refused and why, and that so many others are still to be saved. */
export function refusedSentence(refused: readonly RefusedMove[], left: number): string {
  const because = (of: RefusedMove['why']) => refused.filter(({ why }) => why === of).map(({ move }) => move)
  const [overtaken, missing] = [because('overtaken'), because('missing')]
  const unfit = refused.flatMap(({ move, why }) => (typeof why === 'object' ? [{ move, ...why }] : []))
  return [
    overtaken.length === 1 && `Mientras tanto cambió ${titlesOf(overtaken)}: queda como está ahora.`,
    overtaken.length > 1 && `Mientras tanto cambiaron ${titlesOf(overtaken)}: quedan como están ahora.`,
    missing.length > 0 && `${missing.length === 1 ? 'Ya no existe' : 'Ya no existen'} ${titlesOf(missing)}.`,
    ...[...Map.groupBy(unfit, ({ message }) => message)].map(
      ([message, those]) => `No se puede mover ahí ${titlesOf(those.map(({ move }) => move))}: ${lowered(message)}.`,
    ),
    left > 0 && `Lo demás sigue sin guardar (${left}): Guardar lo guarda.`,
  ]
    .filter(Boolean)
    .join(' ')
}

const lowered = (sentence: string) => sentence.charAt(0).toLowerCase() + sentence.slice(1)
