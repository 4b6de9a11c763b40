import type { ContentKey } from '../../../data/content/schema.ts'
import type { TabKey } from '../shell/tab-keys.ts'

/** The tab in which each kind of content is edited. */
export const tabOf: Record<ContentKey, TabKey> = {
  hero: 'hero',
  about: 'about',
  benefits: 'benefits',
  segments: 'segments',
  registrationForm: 'formulario',
  speakers: 'speakers',
  scenarios: 'agenda',
  events: 'agenda',
  partners: 'partners',
  event: 'ajustes',
  mailTexts: 'ajustes',
  places: 'ajustes',
  privacy: 'ajustes',
}
