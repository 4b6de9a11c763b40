import { diffWordsWithSpace } from 'diff'

type Piece = { text: string; kind: 'same' | 'before' | 'after' }

/** Texts with more edits are shown as two texts. The edit limit gives one result on any machine; `timeout` is in milliseconds. */
const bounds = { maxEditLength: 400, timeout: 100 }

/** Characters of unchanged text beside a change. */
const context = 40

/** Word diff. Null if the texts have too little in common. */
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

function shortened(text: string, isFirst: boolean, isLast: boolean): string {
  const [begin, end] = [isFirst ? '' : text.slice(0, context), isLast ? '' : text.slice(-context)]
  return text.length <= begin.length + end.length + context ? text : `${begin}…${end}`
}
