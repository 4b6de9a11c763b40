import { diffWordsWithSpace } from 'diff'

/** A stretch of a text: the same in both versions, only in the one before, or only in the one after. */
type Piece = { text: string; kind: 'same' | 'before' | 'after' }

/** Beyond so many changes two texts are told as two texts; a bound in steps, besides one in milliseconds, for any machine. */
const bounds = { maxEditLength: 400, timeout: 100 }

/** How much of what stayed the same is kept beside a change, in characters. */
const context = 40

/** What changed between two texts, word by word; null where they have too little in common to be told so. */
export function wordsChanged(before: string, after: string): Piece[] | null {
  const pieces = diffWordsWithSpace(before, after, bounds)
  if (!pieces) return null
  const kept = pieces.filter(({ added, removed }) => !added && !removed).reduce((sum, { value }) => sum + value.trim().length, 0)
  if (kept * 4 < Math.max(before.length, after.length)) return null
  return pieces.map(({ value, added, removed }, index) => ({
    text: added || removed ? value : shortened(value, index === 0, index === pieces.length - 1),
    kind: added ? 'after' : removed ? 'before' : 'same',
  }))
}

/** The ends of a text that stayed the same, where they touch a change. */
function shortened(text: string, isFirst: boolean, isLast: boolean): string {
  const [begin, end] = [isFirst ? '' : text.slice(0, context), isLast ? '' : text.slice(-context)]
  return text.length <= begin.length + end.length + context ? text : `${begin}…${end}`
}
