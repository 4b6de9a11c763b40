import { HtmlOutput, isHtmlTag } from './html-output.ts'

const attribute = String.raw`\s+[a-z_:][-\w:.]*(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>\x60]+))?`
// A match must not contain a second start, such as another `<script`. Otherwise, unclosed tags would make the search slow.
const ignored = String.raw`<(script|style)\b[^<>]*>(?:(?!<\1)[\s\S])*?<\/\1\s*>|<!--(?:(?!<!--)[\s\S])*?-->`
const tag = String.raw`<(\/?)([a-z][a-z0-9]*)((?:${attribute})*)\s*\/?>`
const address = String.raw`<((?:https?:\/\/|mailto:)[^\s<>]+|[^\s<>@]+@[^\s<>@]+\.[^\s<>@]+)>`
const code =
  '(?<![\\x60\\\\])(?:\\x60{3}[\\s\\S]*?\\x60{3}|\\x60\\x60(?!\\x60)[^\\n]*?\\x60\\x60|\\x60[^\\x60\\n]+\\x60)(?!\\x60)'

const inHtml = new RegExp([ignored, tag, address].join('|'), 'gi')
const inMarkdown = new RegExp([ignored, tag, address, code].join('|'), 'gi')

const startsWithBlock = /^\s*<(?:p|div|ul|ol|h[1-6]|blockquote|pre|table|section|article)(?:\s[^<>]*)?>/i

export function plainFromHtml(text: string): string {
  const isHtml = startsWithBlock.test(text)
  const output = new HtmlOutput(isHtml)
  let end = 0
  let tags = 0
  for (const match of text.matchAll(isHtml ? inHtml : inMarkdown)) {
    const [matched, script, slash, name = '', attributes = '', link] = match
    const isTag = script !== undefined || matched.startsWith('<!--') || link !== undefined || isHtmlTag(name.toLowerCase())
    if (!isTag && (isHtml || name !== '')) continue
    output.text(text.slice(end, match.index))
    end = match.index + matched.length
    if (isTag) tags++
    if (link !== undefined) output.literal(link)
    else if (!isTag) output.literal(matched)
    else if (name !== '' && slash === '/') output.close(name.toLowerCase())
    else if (name !== '') output.open(name.toLowerCase(), attributes)
  }
  output.text(text.slice(end))
  return tags > 0 ? output.end() : output.end({ isTrimmed: false })
}

export function inOneLanguage(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'object' || value === null) return ''
  const { es, en, ...rest } = value as Record<string, unknown>
  const texts = [es, en, ...Object.values(rest)]
  return texts.find((text): text is string => typeof text === 'string' && text.trim() !== '') ?? ''
}

export function joined(abstract: string, description: string): string {
  if (description === '' || abstract.includes(description)) return abstract
  return abstract === '' || description.startsWith(abstract) ? description : `${abstract}\n\n${description}`
}
