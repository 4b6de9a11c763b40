/** What a search of the list of registrations looks at. */

import { fold } from '../text.ts'
import type { Registration } from './schema.ts'

/** The text of a registration in which a search looks: its words without accents, and its phone number's digits alone. */
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
