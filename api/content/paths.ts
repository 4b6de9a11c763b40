import { type ContentKey, contentKeys } from '../../data/content/schema.ts'
import { closedSections } from '../../data/programme/public-content.ts'

const within: Partial<Record<ContentKey, string>> = { scenarios: 'agenda/', events: 'agenda/' }

const below: Partial<Record<ContentKey, string>> = { certificates: '/settings' }

/** Paths that cannot be derived from the key. */
const otherPaths: Partial<Record<ContentKey, string>> = { speakerEdits: '/speakers/settings' }

export const contentPaths = Object.fromEntries(
  contentKeys.map((key) => [
    key,
    otherPaths[key] ?? `/${within[key] ?? ''}${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}${below[key] ?? ''}`,
  ]),
) as Record<ContentKey, string>

export const openPaths = contentKeys
  .filter((key) => !(closedSections as readonly ContentKey[]).includes(key))
  .map((key) => contentPaths[key])
