/** Texts of other programs' files. */
import { HtmlOutput, isHtmlTag } from './html-output.ts'

const attribute = String.raw`\s+[a-z_:][-\w:.]*(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>\x60]+))?`
// Neither runs past the next beginning: one without an end is not looked for through all of the text.
const ignored = String.raw`<(script|style)\b[^<>]*>(?:(?!<\1)[\s\S])*?<\/\1\s*>|<!--(?:(?!<!--)[\s\S])*?-->`
const tag = String.raw`<(\/?)([a-z][a-z0-9]*)((?:${attribute})*)\s*\/?>`
const address = String.raw`<((?:https?:\/\/|mailto:)[^\s<>]+|[^\s<>@]+@[^\s<>@]+\.[^\s<>@]+)>`
/** A span of code in Markdown, fenced or on its line. No group of its own, so that the numbers of the others stay. */
const code =
  '(?<![\\x60\\\\])(?:\\x60{3}[\\s\\S]*?\\x60{3}|\\x60\\x60(?!\\x60)[^\\n]*?\\x60\\x60|\\x60[^\\x60\\n]+\\x60)(?!\\x60)'

const inHtml = new RegExp([ignored, tag, address].join('|'), 'gi')
const inMarkdown = new RegExp([ignored, tag, address, code].join('|'), 'gi')

/** A text that begins with a block is HTML throughout: its line breaks are spaces, and a backtick is not code. */
const startsWithBlock = /^\s*<(?:p|div|ul|ol|h[1-6]|blockquote|pre|table|section|article)(?:\s[^<>]*)?>/i

/**
 * The text of HTML, or of Markdown with some HTML in it, in our form: the tags go; links, emphasis, lists and code stay as Markdown.
 * Without tags and entities it stays as it is, and so does code.
 */
export function plainFromHtml(text: string): string {
  const isHtml = startsWithBlock.test(text)
  const output = new HtmlOutput(isHtml)
  let end = 0
  let tags = 0
  for (const match of text.matchAll(isHtml ? inHtml : inMarkdown)) {
    const [whole, script, slash, name = '', attributes = '', link] = match
    const isTag = script !== undefined || whole.startsWith('<!--') || link !== undefined || isHtmlTag(name.toLowerCase())
    if (!isTag && (isHtml || name !== '')) continue
    output.text(text.slice(end, match.index))
    end = match.index + whole.length
    if (isTag) tags++
    if (link !== undefined) output.literal(link)
    else if (!isTag) output.literal(whole)
    else if (name !== '' && slash === '/') output.close(name.toLowerCase())
    else if (name !== '') output.open(name.toLowerCase(), attributes)
  }
  output.text(text.slice(end))
  return tags > 0 ? output.end() : output.end({ isTrimmed: false })
}

/** The first language of a text that is said in several (`{"es": …}`); Spanish where there is some. */
export function inOneLanguage(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'object' || value === null) return ''
  const { es, en, ...rest } = value as Record<string, unknown>
  const texts = [es, en, ...Object.values(rest)]
  return texts.find((text): text is string => typeof text === 'string' && text.trim() !== '') ?? ''
}

/** Two texts one below the other; one where they are the same, or one begins as the other goes on. */
export function joined(abstract: string, description: string): string {
  if (description === '' || abstract.includes(description)) return abstract
  return abstract === '' || description.startsWith(abstract) ? description : `${abstract}\n\n${description}`
}
