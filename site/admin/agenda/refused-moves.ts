import { ApiError } from '../calls/client.ts'
import type { Move } from './move-events.ts'

/** `overtaken`: somebody else changed the event first. `message`: the server's reason why the event does not fit the new time or room. */
type RefusedMove = { move: Move; why: 'overtaken' | 'missing' | { message: string } }

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

const maxTitlesCount = 5

function titlesOf(moves: readonly Move[]): string {
  const titles = moves.map(({ event }) => `«${event.title}»`)
  return list.format(
    titles.length > maxTitlesCount ? [...titles.slice(0, maxTitlesCount), `${titles.length - maxTitlesCount} más`] : titles,
  )
}

export function refusedSentence(refused: readonly RefusedMove[], remainingCount: number): string {
  const because = (reason: RefusedMove['why']) => refused.filter(({ why }) => why === reason).map(({ move }) => move)
  const [overtaken, missing] = [because('overtaken'), because('missing')]
  const unfit = refused.flatMap(({ move, why }) => (typeof why === 'object' ? [{ move, ...why }] : []))
  return [
    overtaken.length === 1 && `Mientras tanto cambió ${titlesOf(overtaken)}: queda como está ahora.`,
    overtaken.length > 1 && `Mientras tanto cambiaron ${titlesOf(overtaken)}: quedan como están ahora.`,
    missing.length > 0 && `${missing.length === 1 ? 'Ya no existe' : 'Ya no existen'} ${titlesOf(missing)}.`,
    ...[...Map.groupBy(unfit, ({ message }) => message)].map(
      ([message, unfitMoves]) => `No se puede mover ahí ${titlesOf(unfitMoves.map(({ move }) => move))}: ${lowered(message)}.`,
    ),
    remainingCount > 0 && `Lo demás sigue sin guardar (${remainingCount}): Guardar lo guarda.`,
  ]
    .filter(Boolean)
    .join(' ')
}

const lowered = (sentence: string) => sentence.charAt(0).toLowerCase() + sentence.slice(1)
