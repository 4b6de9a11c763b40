import { fold } from '../text.ts'
import type { Registration } from './schema.ts'

/** Returns the text that the search reads: words without accents, and the digits of the phone number. */
export function searchTextOf({
  name,
  email,
  company,
  phone,
}: Pick<Registration, 'name' | 'email' | 'company' | 'phone'>): string {
  // A line break ends a word, and a NUL would end the text.
  const words = fold(`${name} ${email} ${company}`).replace(/\p{Cc}/gu, ' ')
  return ` ${words} ${phone.replace(/\D/g, '')} `
}
