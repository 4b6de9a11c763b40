/** The lines of a text that an editor broke with Enter, `\n` or `<br>`. */
export function lines(text: string): string[] {
  return text.split(/\r?\n|\\n|<br\s?\/?>/i).map((line) => line.trim())
}

/** The paragraphs of a text, separated by an empty line. */
export function paragraphs(text: string): string[] {
  const blankLinesEmptied = text.split('\n').map((line) => line.trim() && line)
  const parts = blankLinesEmptied.join('\n').split('\n\n')
  return parts.map((part) => part.replace(/^\n/, '')).filter((part) => part !== '')
}

/** A paragraph with its line breaks, or a list of points. */
type Block = { text: string } | { points: string[] }

const point = /^[-*•]\s+(?=\S)/

/**
 * A text in paragraphs and lists, as its editor meant it: two lines or more that begin with a dash, star or dot are points,
 * `<br>` is a line break. Numbers stay in the text, for they say which point is which.
 */
export function blocks(text: string): Block[] {
  return paragraphs(text.replace(/\r\n?/g, '\n').replace(/<br\s?\/?>\n?/gi, '\n')).flatMap((paragraph) =>
    runs(paragraph.split('\n')).map(blockOf),
  )
}

/** The lines one after the other that are points, and those that are not. */
function runs(all: string[]): string[][] {
  const found: string[][] = []
  for (const line of all) {
    const last = found.at(-1)
    if (last && point.test(last[0] ?? '') === point.test(line)) last.push(line)
    else found.push([line])
  }
  return found
}

function blockOf(all: string[]): Block {
  const isList = all.length > 1 && point.test(all[0] ?? '')
  return isList ? { points: all.map((line) => line.replace(point, '')) } : { text: all.join('\n') }
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
