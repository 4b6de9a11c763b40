/** Whether a single typo, one letter too many, too few, wrong, or two swapped, makes one text of the other. */
export function isOneTypoAway(a: string, b: string): boolean {
  let start = 0
  while (start < a.length && a[start] === b[start]) start++
  const [restA, restB] = [a.slice(start), b.slice(start)]
  return (
    restA.slice(1) === restB ||
    restA === restB.slice(1) ||
    restA.slice(1) === restB.slice(1) ||
    (restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2))
  )
}

/** Whether a word begins with a text, or with one that a single typo makes of it. */
export function beginsNear(word: string, text: string): boolean {
  for (const length of [text.length - 1, text.length, text.length + 1]) {
    if (isOneTypoAway(text, word.slice(0, length))) return true
  }
  return false
}
