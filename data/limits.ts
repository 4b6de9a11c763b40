/** Texts are limited in characters, lists in items, `doorOffset` in milliseconds. */
export const limits = {
  title: 255,
  label: 100,
  shortText: 255,
  longText: 10_000,
  comments: 5_000,
  url: 2_048,
  slug: 80,
  formerSlugs: 20,
  deletedSlugs: 2_000,
  email: 254,
  id: 36,
  phone: 40,
  password: { min: 6, max: 200 },
  order: 1_000_000,
  links: 6,
  eventLinks: 8,
  speakers: 50,
  lists: { speakers: 400, scenarios: 40, events: 600, partners: 300, info: 50, questions: 30 },
  listKilobytes: { speakers: 640, scenarios: 32, events: 1024, partners: 256, info: 128, questions: 128 },
  days: 14,
  hours: 1_000,
  signatures: 3,
  capacity: 1_000_000,
  releaseMinutes: 1_440,
  confirmHours: 336,
  askDays: 5,
  keptDays: 3_650,
  doorId: 100,
  doorName: 60,
  doorOffset: 3_155_760_000_000,
  /** Limits per 24 hours, except `walkInsAtOnce` (in ten minutes), `personEvents` and `unknownEvents` (in total). */
  door: {
    accountEvents: 20_000,
    phoneEvents: 10_000,
    personEvents: 50,
    unknownEvents: 1_000,
    walkInsAtOnce: 60,
    walkInsADay: 600,
    phones: 50,
    roomReports: 500,
  },
  importedPeople: 5_000,
  columns: 200,
  similarPairs: 200,
  listed: 1_000,
  chosenSessions: 100,
} as const

/** `options` counts items, the other limits are characters. Not a part of `limits`, because the public page loads `limits`. */
export const questionLimits = {
  label: 200,
  help: 300,
  options: 20,
  option: 80,
  text: 200,
  long: 2_000,
  /** All answers of a person together. */
  answers: 10_000,
} as const

export const uploadMegabytes = { image: 10, video: 100 } as const

/** Hours to answer the mail '¿Vienes?' before the seat is lost. */
export const answerHours = 12
