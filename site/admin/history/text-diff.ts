import { diffWordsWithSpace } from 'diff'

type Piece = { text: string; kind: 'same' | 'before' | 'after' }

/** `timeout` is in milliseconds. Its result depends on the computer's speed, unlike the result of `maxEditLength`. */
const diffLimits = { maxEditLength: 400, timeout: 100 }

const maxContextLength = 40

export function wordsChanged(before: string, after: string): Piece[] | null {
  const pieces = diffWordsWithSpace(before, after, diffLimits)
  if (!pieces) return null
  const commonPieces = pieces.filter(({ added, removed }) => !added && !removed)
  const commonLength = commonPieces.reduce((sum, { value }) => sum + value.trim().length, 0)
  if (commonLength * 4 < Math.max(before.length, after.length)) return null
  return pieces.map(({ value, added, removed }, index) => ({
    text: added || removed ? value : shortened(value, index === 0, index === pieces.length - 1),
    kind: added ? 'after' : removed ? 'before' : 'same',
  }))
}

function shortened(text: string, isFirst: boolean, isLast: boolean): string {
  const [begin, end] = [isFirst ? '' : text.slice(0, maxContextLength), isLast ? '' : text.slice(-maxContextLength)]
  return text.length <= begin.length + end.length + maxContextLength ? text : `${begin}…${end}`
}
