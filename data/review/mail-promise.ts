import { defaultTexts } from '../content/defaults.ts'
import type { Content } from '../content/schema.ts'

type Texts = Content['registrationForm']

const promisingFields: readonly string[] = ['modalSubtitle', 'successTitle', 'successMessage'] satisfies (keyof Texts)[]

/** Returns true if a custom text promises mail. The default text does not count, because it adapts. */
export function isUnkeptPromise(field: keyof Texts, text: string, name: string): boolean {
  return promisingFields.includes(field) && text !== defaultTexts(name)[field] && promisesMail(text)
}

/** Returns true if a text mentions mail. Organisers then check whether it is a promise. */
export function promisesMail(text: string): boolean {
  return /(?<!\p{L})(?:correos?|e-?mails?|mails?|bandeja)(?!\p{L})/u.test(text.toLowerCase())
}
