import type { CollectionKey } from '../../../data/content/schema.ts'

/** How the panel speaks of each collection. All four nouns are masculine, and so is every participle beside them. */
export const nouns: Record<CollectionKey, { one: string; many: string; empty: string }> = {
  speakers: { one: 'speaker', many: 'Speakers', empty: 'No hay speakers agregados aún' },
  scenarios: { one: 'escenario', many: 'Escenarios', empty: 'No hay escenarios agregados aún' },
  events: { one: 'evento', many: 'Eventos', empty: 'No hay eventos agregados aún' },
  partners: { one: 'partner', many: 'Partners', empty: 'No hay partners agregados aún' },
}

export const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
