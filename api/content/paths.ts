import { type ContentKey, contentKeys } from '../../data/content/schema.ts'
import { closedSections } from '../../data/programme/public-content.ts'

/** Two lists are parts of one thing. */
const within: Partial<Record<ContentKey, string>> = { scenarios: 'agenda/', events: 'agenda/' }

/** A feature of its own, of which these are the settings. */
const below: Partial<Record<ContentKey, string>> = { certificates: '/settings' }

/** Where each section and list of the page is called, below /api: by its key, with dashes. The guard and the description read it here. */
export const contentPaths = Object.fromEntries(
  contentKeys.map((key) => [
    key,
    `/${within[key] ?? ''}${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}${below[key] ?? ''}`,
  ]),
) as Record<ContentKey, string>

/** The paths that visitors may read, below /api. */
export const openPaths = contentKeys
  .filter((key) => !(closedSections as readonly ContentKey[]).includes(key))
  .map((key) => contentPaths[key])
