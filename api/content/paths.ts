import type { ContentKey } from '../../data/schema.ts'

/** Where each section and list of the page is called, below /api. The app, its guard and the limit on bodies read it here. */
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
} as const satisfies Record<ContentKey, `/${string}`>

const prefixes = Object.values(contentPaths).map((path) => `/api${path}`)

/** Whether a request's path is one of content, or of an item of it. */
export function isContentPath(path: string): boolean {
  return prefixes.some((prefix) => path === prefix || path.startsWith(`${prefix}/`))
}
