import type { ContentKey, SectionKey } from '../../../data/content/schema.ts'
import { nouns } from '../content/nouns.ts'

const sections: Record<SectionKey, string> = {
  hero: 'Hero',
  about: 'About',
  benefits: 'Benefits',
  segments: 'Segments',
  registrationForm: 'Formulario',
  event: 'Evento',
  mailTexts: 'Textos de los correos',
  places: 'Cupo',
  privacy: 'Privacidad',
}

/** What the panel calls a section or list, where it is named among others. */
export const nameOf = (key: ContentKey): string =>
  key in nouns ? nouns[key as keyof typeof nouns].many : sections[key as SectionKey]
