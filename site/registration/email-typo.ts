import { isOneTypoAway } from '../../data/typos.ts'

/** Common mail domains, and correct ones that look like typos of them. */
const common = [
  'gmail.com',
  'hotmail.com',
  'outlook.com',
  'yahoo.com',
  'icloud.com',
  'live.com',
  'hotmail.es',
  'outlook.es',
  'yahoo.es',
]
const right = ['mail.com', 'ymail.com', 'email.com', 'gmail.es', 'hotmail.com.mx', 'live.com.mx', 'love.com', 'five.com']

export function suggestedEmail(email: string): string | null {
  const at = email.lastIndexOf('@')
  const domain = email
    .slice(at + 1)
    .trim()
    .toLowerCase()
  if (at < 1 || common.includes(domain) || right.includes(domain)) return null
  const meant = common.find((other) => isOneTypoAway(domain, other))
  return meant ? `${email.slice(0, at)}@${meant}` : null
}
