import type { Link } from '../../data/content/schema.ts'

export function lines(text: string): string[] {
  return text.split(/\r?\n|\\n|<br\s?\/?>/i).map((line) => line.trim())
}

export function initials(name: string): string {
  const words = name.split(/\s+/).filter((word) => /^\p{L}/u.test(word))
  return [words.at(0), words.length > 1 ? words.at(-1) : undefined].map((word) => word?.[0]?.toUpperCase() ?? '').join('')
}

export function mark(name: string): string {
  return name.length <= 2 ? name.toUpperCase() : initials(name)
}

type Profile = { linkedinUrl: string; twitterUrl: string; links: Link[] }

export const profileLinks = ({ linkedinUrl, twitterUrl, links }: Profile, twitterLabel = 'X (Twitter)') =>
  [{ label: 'LinkedIn', url: linkedinUrl }, { label: twitterLabel, url: twitterUrl }, ...links].filter(({ url }) => url !== '')

export function mediaUrl(value: string): string {
  return /^https?:/i.test(value) || value.startsWith('/') ? value : `/${value}`
}
