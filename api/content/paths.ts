import { closedSections } from '../../data/content/public-content.ts'
import type { ContentKey } from '../../data/content/schema.ts'

/** Where each section and list of the page is called, below /api. The app and its guard read it here. */
export const contentPaths = {
  hero: '/hero',
  about: '/about',
  benefits: '/benefits',
  segments: '/segments',
  registrationForm: '/registration-form',
  speakers: '/speakers',
  scenarios: '/agenda/scenarios',
  events: '/agenda/events',
  partners: '/partners',
  event: '/event',
  mailTexts: '/mail-texts',
  places: '/places',
  privacy: '/privacy',
} as const satisfies Record<ContentKey, `/${string}`>

/** Settings: who is no administrator reads them only. */
const settings: readonly ContentKey[] = ['event', 'mailTexts', 'places', 'privacy']

/** Whether only administrators change it. */
export const isSetting = (key: ContentKey) => settings.includes(key)

/** The paths that visitors may read, below /api. */
export const openPaths = (Object.keys(contentPaths) as ContentKey[])
  .filter((key) => !(closedSections as readonly ContentKey[]).includes(key))
  .map((key) => contentPaths[key])
