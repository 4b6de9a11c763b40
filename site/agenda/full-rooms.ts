import { element } from './element.ts'

/** The mark 'Sala llena' lies over the card's edge, so that no text moves. */
export function showFull(ids: readonly string[]): void {
  for (const old of document.querySelectorAll('.session-full'))
    if (!ids.includes(old.closest('.session')?.id.slice('evento-'.length) ?? '')) old.remove()
  for (const id of ids) {
    const card = document.getElementById(`evento-${id}`)
    if (card && !card.querySelector('.session-full')) card.append(element('span', 'Sala llena', 'session-full'))
  }
}
