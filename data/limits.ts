/** Length limits in characters: titles and labels as in the product's data model, the rest generous but bounded. */
export const limits = {
  title: 255,
  label: 100,
  shortText: 255,
  longText: 10_000,
  /** What a visitor writes at their registration. */
  comments: 5_000,
  url: 2_048,
  /** The last part of a talk's or speaker's address. */
  slug: 80,
  email: 254,
  /** The id of a registration: a UUID. */
  id: 36,
  phone: 40,
  password: { min: 6, max: 200 },
  order: 1_000_000,
  /** Of one speaker, beside LinkedIn and X. */
  links: 6,
  /** Of the conference, at the foot of the page. */
  eventLinks: 8,
  /** Of one event. */
  speakers: 50,
  /** Items of each list, its kilobytes as JSON (rooms are shown on each day), and the days of a programme. */
  lists: { speakers: 400, scenarios: 40, events: 600, partners: 300, info: 50 },
  listKilobytes: { speakers: 640, scenarios: 32, events: 1024, partners: 256, info: 128 },
  days: 14,
  /** What a constancia says: hours, and who signs it. */
  hours: 1_000,
  signatures: 3,
  /** Places. */
  capacity: 1_000_000,
  /** Days for which data is kept after the event: ten years. */
  keptDays: 3_650,
  /**
   * The id of an event or a phone, the name of a door or a phone, and the milliseconds by which a phone's clock may be wrong: a
   * century.
   */
  doorId: 100,
  doorName: 60,
  doorOffset: 3_155_760_000_000,
  /**
   * At the door: events of an account and of a phone in 24 hours, events of one account about one person and about unknown ids,
   * walk-ins of an account in ten minutes and in 24 hours, and phones of an account in 24 hours.
   */
  door: {
    accountEvents: 20_000,
    phoneEvents: 10_000,
    personEvents: 50,
    unknownEvents: 1_000,
    walkInsAtOnce: 60,
    walkInsADay: 600,
    phones: 50,
  },
  /** People of one file that organisers bring in. */
  importedPeople: 5_000,
  /** Of one such file. */
  columns: 200,
  /** Pairs of registrations that may be of one person. */
  similarPairs: 200,
  /** Rows of a list in one answer. */
  listed: 1_000,
} as const
