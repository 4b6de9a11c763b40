import { decodeHTMLStrict } from 'entities'
import { isLink } from '../../data/addresses.ts'

const blocks = new Set([
  ...['p', 'div', 'ul', 'ol', 'li', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'pre', 'hr', 'br', 'table', 'thead'],
  ...['tbody', 'tfoot', 'tr', 'caption', 'dl', 'dt', 'dd', 'section', 'article', 'header', 'footer', 'figure', 'figcaption'],
])
const inline = new Set([
  ...['a', 'strong', 'b', 'em', 'i', 'u', 's', 'code', 'tt', 'kbd', 'samp', 'span', 'font', 'small', 'sub', 'sup', 'img', 'td'],
  ...['th', 'del', 'ins', 'mark', 'cite', 'q', 'abbr', 'center', 'big', 'iframe', 'embed', 'object', 'video', 'audio', 'source'],
])

/** Returns false for other text in angle brackets, such as `List<String>`. */
export const isHtmlTag = (name: string) => blocks.has(name) || inline.has(name)

const strong = ['strong', 'b', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6']
const marks = new Map([...strong.map((name) => [name, '**'] as const), ['em', '*'], ['i', '*']])
const codeTags = new Set(['code', 'tt', 'kbd', 'samp'])

const maxDepth = 20

type Frame = { name: string; href: string; text: string }

/** Writes line breaks only with the next text. So they neither double nor stand at the end. */
export class HtmlOutput {
  private frames: Frame[] = [{ name: '', href: '', text: '' }]
  private lists: { isOrdered: boolean; count: number }[] = []
  private breaks = 0
  private bullet = ''
  private isHtml: boolean

  constructor(isHtml: boolean) {
    this.isHtml = isHtml
  }

  private get top(): Frame {
    return this.frames.at(-1) as Frame
  }

  private isIn(name: string): boolean {
    return this.frames.some((frame) => frame.name === name)
  }

  text(raw: string): void {
    const text = this.isHtml && !this.isIn('pre') ? raw.replace(/[ \t\r\n\f]+/g, ' ') : raw
    this.write(decodeHTMLStrict(text.replace(/&(?:nbsp|#160|#xa0);/gi, ' ')))
  }

  literal(text: string): void {
    this.write(text)
  }

  private write(text: string): void {
    const isAfterBreak = this.breaks > 0 || (this.isHtml && !this.isIn('pre') && /[\s]$|^$/.test(this.top.text))
    const rest = isAfterBreak ? text.replace(/^[ \t\r\n]+/, '') : text
    if (rest === '') return
    this.flush()
    this.top.text += rest
  }

  private flush(): void {
    if (this.breaks === 0 && this.bullet === '') return
    const { top } = this
    const before = top.text.trimEnd()
    top.text = (before === '' ? '' : before + '\n'.repeat(this.breaks)) + this.bullet
    this.breaks = 0
    this.bullet = ''
  }

  private break(count: number): void {
    if (this.bullet === '') this.breaks = Math.max(this.breaks, count)
  }

  open(name: string, attributes: string): void {
    if (name === 'ul' || name === 'ol') {
      this.bullet = ''
      this.break(this.lists.length > 0 ? 1 : 2)
      this.lists.push({ isOrdered: name === 'ol', count: 0 })
    } else if (name === 'li') this.point()
    else if (name === 'br') this.breaks = this.bullet === '' ? Math.min(this.breaks + 1, 2) : 0
    else if (name === 'img') this.write(decodeHTMLStrict(valueIn(attributes, 'alt')))
    else if (name === 'td' || name === 'th') this.write(' ')
    else if (name === 'tr') this.break(1)
    else if (blocks.has(name)) this.break(2)
    const isFrame = name === 'a' || name === 'pre' || codeTags.has(name) || marks.has(name)
    if (!isFrame || this.frames.length > maxDepth) return
    this.flush()
    this.frames.push({ name, href: name === 'a' ? decodeHTMLStrict(valueIn(attributes, 'href')).trim() : '', text: '' })
  }

  private point(): void {
    const list = this.lists.at(-1)
    this.break(1)
    const indent = this.lists.slice(0, -1).map(({ isOrdered }) => (isOrdered ? '   ' : '  '))
    this.bullet = indent.join('') + (list?.isOrdered ? `${++list.count}. ` : '- ')
  }

  close(name: string): void {
    const index = this.frames.findLastIndex((frame) => frame.name === name)
    if (index > 0) while (this.frames.length > index) this.leave()
    if (name === 'ul' || name === 'ol') {
      this.bullet = ''
      this.lists.pop()
      this.break(this.lists.length > 0 ? 1 : 2)
    } else if (name === 'li') {
      this.bullet = ''
      this.break(1)
    } else if (name === 'tr') this.break(1)
    else if (blocks.has(name) && name !== 'br') this.break(2)
  }

  private leave(): void {
    const frame = this.frames.pop()
    if (!frame) return
    // Markdown allows no spaces inside emphasis marks.
    const [, before = '', inner = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(frame.text) ?? []
    this.top.text += before + this.marked(frame, inner) + (frame.name === 'pre' ? '' : after)
  }

  private marked({ name, href }: Frame, text: string): string {
    if (name === 'a') return linkTo(href, text)
    if (text === '') return ''
    if (name === 'pre') return text.split('\n').map(asCode).join('\n')
    if (codeTags.has(name)) return this.isIn('pre') ? text : asCode(text)
    const mark = marks.get(name) ?? ''
    return /\n|^\*|\*$/.test(text) ? text : mark + text + mark
  }

  end({ isTrimmed = true } = {}): string {
    while (this.frames.length > 1) this.leave()
    return isTrimmed ? this.top.text.trim().replace(/\n{3,}/g, '\n\n') : this.top.text
  }
}

function asCode(text: string): string {
  if (text.trim() === '') return ''
  return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``
}

function linkTo(href: string, text: string): string {
  const label = text.replace(/\s*\n\s*/g, ' ')
  if (!isLink(href)) return label
  const bare = href.replace(/^mailto:/i, '')
  if (label === '' || label === href || label === bare || `${label}/` === href) return bare
  return `[${label.replace(/[[\]]/g, '\\$&')}](${/[()]/.test(href) ? `<${href}>` : href})`
}

function valueIn(attributes: string, name: string): string {
  const pattern = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'=<>\`]+))`, 'i')
  const [, double, single, bare] = pattern.exec(attributes) ?? []
  return double ?? single ?? bare ?? ''
}
