/** Length limits in characters: titles and labels as in the product's data model, the rest generous but bounded. */
export const limits = {
  title: 255,
  label: 100,
  shortText: 255,
  longText: 10_000,
  /** What a visitor writes at their registration. */
  comments: 5_000,
  url: 2_048,
  email: 254,
  phone: 40,
  password: { min: 6, max: 200 },
  order: 1_000_000,
  /** Of one speaker, beside LinkedIn and X. */
  links: 6,
  /** Of one event. */
  speakers: 50,
  /** Places. */
  capacity: 1_000_000,
  /** Days for which data is kept after the event: ten years. */
  keptDays: 3_650,
  /** Rows of a list in one answer. */
  listed: 1_000,
} as const
