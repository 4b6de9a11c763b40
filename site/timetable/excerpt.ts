/** The beginning of a talk's description, for its card. */
import { type ProseNode, prose } from '../text/prose.ts'

/** A description with at most so many characters is shown whole. */
const maxLength = 280

/** Further sentences are shown up to this length in characters. */
const usualLength = 200

const sentences = new Intl.Segmenter('es', { granularity: 'sentence' })

/**
 * The first sentences of a text without its marks, in one line. Null if the text is short enough to be shown whole. A first
 * sentence that is too long is cut at a word.
 */
export function excerptOf(text: string): string | null {
  const line = prose(text).map(wordsOf).join(' ').replace(/\s+/g, ' ').trim()
  if (line.length <= maxLength) return null
  let end = 0
  for (const { index, segment } of sentences.segment(line)) {
    if (index + segment.trimEnd().length > (end === 0 ? maxLength : usualLength)) break
    end = index + segment.length
  }
  if (end > 0) return line.slice(0, end).trimEnd()
  const space = line.lastIndexOf(' ', maxLength - 1)
  return `${line.slice(0, space > 0 ? space : maxLength - 1)}…`
}

function wordsOf(node: ProseNode): string {
  if (typeof node === 'string') return node
  const { tag, children } = node
  if (tag === 'br') return ' '
  const words = children.map(wordsOf).join('').trim()
  if (tag !== 'li') return tag === 'ul' || tag === 'ol' ? ` ${words.replace(/,$/, '')}` : children.map(wordsOf).join('')
  return /[.:;,!?…]$/.test(words) ? `${words} ` : `${words}, `
}
