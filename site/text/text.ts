/** The lines of a text that an editor broke with Enter, `\n` or `<br>`. */
export function lines(text: string): string[] {
  return text.split(/\r?\n|\\n|<br\s?\/?>/i).map((line) => line.trim())
}

/** Up to two initials for a portrait that is missing: 'José Ángel Pérez' gives 'JP'. */
export function initials(name: string): string {
  const words = name.split(/\s+/).filter((word) => /^\p{L}/u.test(word))
  return [words.at(0), words.length > 1 ? words.at(-1) : undefined].map((word) => word?.[0]?.toUpperCase() ?? '').join('')
}

/** What stands for a name where there is no logo: a name of two characters itself, its initials of a longer one. */
export function mark(name: string): string {
  return name.length <= 2 ? name.toUpperCase() : initials(name)
}

/** The address of an image or video: as it is, or from the site's root when it is a path. */
export function mediaUrl(value: string): string {
  return /^https?:/i.test(value) || value.startsWith('/') ? value : `/${value}`
}
