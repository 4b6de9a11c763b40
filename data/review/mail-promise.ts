import { defaultTexts } from '../content/defaults.ts'
import type { Content } from '../content/schema.ts'

type Texts = Content['registrationForm']

/** The texts of the form that say what comes after a registration. */
const told: readonly string[] = ['modalSubtitle', 'successTitle', 'successMessage'] satisfies (keyof Texts)[]

/**
 * Whether an own text of the form promises mail where none is sent. The usual one of the conference called `name` does so only
 * where it is.
 */
export function isUnkeptPromise(field: keyof Texts, text: string, name: string): boolean {
  return told.includes(field) && text !== defaultTexts(name)[field] && promisesMail(text)
}

/**
 * Whether a text speaks of mail, as one does that promises some. Where none is sent, whoever wrote it is asked to look
 * again: 'escríbenos a este correo' is no promise, and nobody but a reader can tell.
 */
export function promisesMail(text: string): boolean {
  return /(?<!\p{L})(?:correos?|e-?mails?|mails?|bandeja)(?!\p{L})/u.test(text.toLowerCase())
}
