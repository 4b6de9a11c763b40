import { type ProseNode, prose } from '../text/prose.ts'

const maxLength = 280

const usualLength = 200

const sentences = new Intl.Segmenter('es', { granularity: 'sentence' })

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
