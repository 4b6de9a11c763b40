import { isOneTypoAway } from '../../data/typos.ts'

const commonDomains = 'gmail.com hotmail.com outlook.com yahoo.com icloud.com live.com hotmail.es outlook.es yahoo.es'.split(' ')

/** Real domains that look like typing errors of the common ones. */
const otherDomains = ['mail.com', 'ymail.com', 'email.com', 'gmail.es', 'hotmail.com.mx', 'live.com.mx', 'love.com', 'five.com']

export function suggestedEmail(email: string): string | null {
  const at = email.lastIndexOf('@')
  const domain = email
    .slice(at + 1)
    .trim()
    .toLowerCase()
  if (at < 1 || commonDomains.includes(domain) || otherDomains.includes(domain)) return null
  const suggestion = commonDomains.find((other) => isOneTypoAway(domain, other))
  return suggestion ? `${email.slice(0, at)}@${suggestion}` : null
}
