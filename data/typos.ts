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

export function beginsNear(word: string, text: string): boolean {
  let at = 0
  while (at < text.length && word.charCodeAt(at) === text.charCodeAt(at)) at++
  return (
    at >= text.length - 1 ||
    goesOn(word, at, text, at + 1) ||
    goesOn(word, at + 1, text, at) ||
    goesOn(word, at + 1, text, at + 1) ||
    (word[at] === text[at + 1] && word[at + 1] === text[at] && goesOn(word, at + 2, text, at + 2))
  )
}

function goesOn(word: string, inWord: number, text: string, inText: number): boolean {
  for (let at = inText; at < text.length; at++) if (word.charCodeAt(inWord + at - inText) !== text.charCodeAt(at)) return false
  return true
}
