/** In characters, unless noted. */
export const limits = {
  title: 255,
  label: 100,
  shortText: 255,
  longText: 10_000,
  comments: 5_000,
  url: 2_048,
  slug: 80,
  /** Former slugs that an item keeps, and slugs of deleted items that a list keeps. */
  formerSlugs: 20,
  deletedSlugs: 2_000,
  email: 254,
  /** UUID. */
  id: 36,
  phone: 40,
  password: { min: 6, max: 200 },
  order: 1_000_000,
  links: 6,
  eventLinks: 8,
  speakers: 50,
  /** `listKilobytes` is measured as JSON. */
  lists: { speakers: 400, scenarios: 40, events: 600, partners: 300, info: 50 },
  listKilobytes: { speakers: 640, scenarios: 32, events: 1024, partners: 256, info: 128 },
  days: 14,
  hours: 1_000,
  signatures: 3,
  /** Seats. */
  capacity: 1_000_000,
  /** Ten years. */
  keptDays: 3_650,
  /** `doorOffset` is a century in milliseconds. */
  doorId: 100,
  doorName: 60,
  doorOffset: 3_155_760_000_000,
  /** Per 24 hours, except `personEvents`, `unknownEvents` (in total) and `walkInsAtOnce` (per ten minutes). */
  door: {
    accountEvents: 20_000,
    phoneEvents: 10_000,
    personEvents: 50,
    unknownEvents: 1_000,
    walkInsAtOnce: 60,
    walkInsADay: 600,
    phones: 50,
  },
  importedPeople: 5_000,
  /** Columns of a table. */
  columns: 200,
  similarPairs: 200,
  /** Rows per response. */
  listed: 1_000,
} as const
