import { defaultTexts } from '../content/defaults.ts'
import type { Content } from '../content/schema.ts'

type Texts = Content['registrationForm']

const promisingFields: readonly string[] = ['modalSubtitle', 'successTitle', 'successMessage'] satisfies (keyof Texts)[]

/** Returns true if an organiser's text promises mail. The default text does not count, because it promises mail only if the site sends mail. */
export function isUnkeptPromise(field: keyof Texts, text: string, name: string): boolean {
  return promisingFields.includes(field) && text !== defaultTexts(name)[field] && promisesMail(text)
}

export function promisesMail(text: string): boolean {
  return /(?<!\p{L})(?:correos?|e-?mails?|mails?|bandeja)(?!\p{L})/u.test(text.toLowerCase())
}
