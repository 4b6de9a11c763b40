/** Parses a subset of CommonMark to a tree. Astro escapes the texts in the tree. */
import MarkdownIt, { type Token } from 'markdown-it'
import { isLink } from '../../data/addresses.ts'

export type ProseNode = string | ProseElement
export type ProseElement = { tag: Tag; children: ProseNode[]; href?: string; start?: number }
type Tag = 'p' | 'ul' | 'ol' | 'li' | 'em' | 'strong' | 'code' | 'a' | 'br'

const tags: Partial<Record<string, Tag>> = {
  paragraph: 'p',
  heading: 'p',
  bullet_list: 'ul',
  ordered_list: 'ol',
  list_item: 'li',
  em: 'em',
  strong: 'strong',
  link: 'a',
}

const markdown = new MarkdownIt('zero', { linkify: true }).enable(
  'list heading escape newline backticks emphasis balance_pairs fragments_join link autolink linkify'.split(' '),
)
markdown.validateLink = isLink
// A link without a scheme must begin with 'www.', because otherwise 'Node.js' would become a link.
markdown.linkify.set({ fuzzyLink: false }).add('www.', {
  validate: (text: string, at: number) => /^[^\s<>"'()[\]*_]+[^\s<>"'()[\]*_.,;:!?]/.exec(text.slice(at))?.[0].length ?? 0,
  normalize: (match) => {
    match.url = `https://${match.url}`
  },
})

const maxDepthCount = 20

const item = /^\s*([-*+]|\d{1,9}[.)])\s+\S/

/** Turns bullet dots and `<br>` into Markdown, and ends a list before a line without indent. */
function typed(text: string): string {
  const lines = text
    .replace(/\r\n?/g, '\n')
    .replace(/<br\s?\/?>\n?/gi, '\n')
    .split('\n')
    .map((line) => line.replace(/^(\s*)•\s+(?=\S)/, '$1- '))
  const isAfterItem = (line: string, index: number) => item.test(lines[index - 1] ?? '') && !item.test(line) && /^\S/.test(line)
  return lines.map((line, index) => (isAfterItem(line, index) ? `\n${line}` : line)).join('\n')
}

const maxMarksCount = 500
const mark = /[[\]*_`<\\!@]|:\/\/|www\./g
const markedLine = /^[ \t]{0,9}[-+#•\d]/gm
const marksIn = (text: string) => (text.match(mark)?.length ?? 0) + (text.match(markedLine)?.length ?? 0)

/** Caches parsed texts, because most texts are unchanged after a save. */
const trees = new Map<string, readonly ProseElement[]>()
const maxTreesCount = 2_000

/** Text with too much markup becomes plain paragraphs, because parsing it would be slow. */
export function prose(text: string): readonly ProseElement[] {
  const knownTree = trees.get(text)
  if (knownTree) return knownTree
  if (trees.size >= maxTreesCount) trees.clear()
  const tree = parse(text)
  trees.set(text, tree)
  return tree
}

function parse(text: string): ProseElement[] {
  if (marksIn(text) > maxMarksCount) return text.split(/(?:\r\n?|\n){2}\s*/).map((block) => ({ tag: 'p', children: [block] }))
  return childrenOf(markdown.parse(typed(text), {})).filter((node) => typeof node !== 'string')
}

function childrenOf(tokens: Token[]): ProseNode[] {
  const root: ProseNode[] = []
  const open: ProseNode[][] = [root]
  for (const token of tokens) {
    const into = open.at(-1) ?? root
    const tag = tags[token.type.replace(/_(open|close)$/, '')]
    if (token.hidden) continue
    if (token.nesting === -1) open.pop()
    else if (token.nesting === 1 && tag) {
      const isText = open.length > maxDepthCount || (tag === 'a' && !token.attrGet('href'))
      const children: ProseNode[] = isText ? into : []
      if (children !== into) into.push({ tag, children, ...attributes(token) })
      open.push(children)
      if (token.type === 'heading_open') {
        const strong: ProseNode[] = []
        children.push({ tag: 'strong', children: strong })
        open[open.length - 1] = strong
      }
    } else if (token.type === 'inline') into.push(...childrenOf(token.children ?? []))
    else if (token.type === 'hardbreak') into.push({ tag: 'br', children: [] })
    else if (token.type === 'code_inline') into.push({ tag: 'code', children: [token.content] })
    else into.push(token.type === 'softbreak' ? '\n' : token.content)
  }
  return root
}

function attributes(token: Token): Pick<ProseElement, 'href' | 'start'> {
  const [href, start] = [token.attrGet('href'), token.attrGet('start')]
  return { ...(href !== null && { href: String(href) }), ...(start !== null && { start: Number(start) }) }
}

export function plainText(text: string): string {
  return prose(text)
    .map((block) => plain(block).trim())
    .join('\n\n')
}

function plain(node: ProseNode): string {
  if (typeof node === 'string') return node
  const inside = node.children.map(plain).join('')
  const { tag, href, start = 1 } = node
  if (tag === 'br') return '\n'
  if (tag === 'a') return !href || href.endsWith(inside) ? inside : `${inside} (${href.replace(/^mailto:/, '')})`
  if (tag !== 'ul' && tag !== 'ol') return inside
  const points = node.children.map((point, index) => `${tag === 'ol' ? `${start + index}.` : '-'} ${plain(point).trim()}`)
  return `\n${points.join('\n')}`
}
