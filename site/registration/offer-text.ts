import type { Offer } from '../../data/content/places.ts'
import { formatIn } from '../text/dates.ts'

export function offerText({ state, opensAt }: Offer, timeZone: string): string {
  const opening = opensAt && formatIn(timeZone, opensAt, "EEEE d 'de' MMMM 'de' yyyy 'a las' HH:mm")
  const texts: Record<Offer['state'], string> = {
    open: '',
    'last-places': 'Quedan los últimos lugares.',
    'waiting-list':
      'Los lugares están ocupados. Regístrate en la lista de espera: si se libera uno, es para quien espera desde hace más tiempo.',
    'not-open': `El registro abre el ${opening}.`,
    closed: 'El registro ya cerró.',
    over: 'La conferencia ya terminó: el registro está cerrado.',
    full: 'Ya no hay lugares disponibles.',
  }
  return texts[state]
}
