import type { Availability } from '../../data/content/places.ts'

export const availabilityNames: Record<Availability, string> = {
  open: 'Con cupo',
  'last-places': 'Últimos lugares',
  'waiting-list': 'Lista de espera',
  full: 'Sin lugares',
}
