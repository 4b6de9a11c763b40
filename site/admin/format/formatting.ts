export type Format = 'bold' | 'italic' | 'list' | 'link'

/** Replaces the characters from `start` to `end` with `text`, then selects a part of the result. Positions count characters. */
type Replacement = { start: number; end: number; text: string; selection: [start: number, end: number] }

const marks = { bold: '**', italic: '*' } as const

/** Inserted if no text is selected. This text is then selected, so that the next key replaces it. */
const sampleText = 'texto'

const linkStart = 'https://'

const isAddress = (text: string) => /^https?:\/\/\S+$/.test(text)

/** Returns the edit that formats the selected part of `value`. Removes bold, italic or list if the selection already has it. */
export function formatting(format: Format, value: string, from: number, to: number): Replacement {
  if (format === 'list') return toggledList(value, from, to)
  if (format === 'link') return withLink(value, from, to)
  return toggledMark(marks[format], value, from, to)
}

function toggledMark(mark: string, value: string, from: number, to: number): Replacement {
  const { start, end } = trimmed(value, from, to)
  const text = value.slice(start, end)
  const size = mark.length
  const before = starsBefore(value, start)
  const after = starsAfter(value, end)
  // One star is italic, two are bold, three are both.
  const isMarked = size === 2 ? before >= 2 && after >= 2 : before % 2 === 1 && after % 2 === 1
  if (isMarked) return { start: start - size, end: end + size, text, selection: [start - size, end - size] }
  const inner = text || sampleText
  return { start, end, text: mark + inner + mark, selection: [start + size, start + size + inner.length] }
}

/** Leaves out spaces at both ends, because Markdown has no bold text with a space at its edge. */
function trimmed(value: string, from: number, to: number): { start: number; end: number } {
  const text = value.slice(from, to)
  if (!text.trim()) return { start: from, end: to }
  return { start: from + text.length - text.trimStart().length, end: to - (text.length - text.trimEnd().length) }
}

function starsAfter(value: string, at: number): number {
  let count = 0
  while (count < 3 && value[at + count] === '*') count++
  return count
}

function starsBefore(value: string, at: number): number {
  let count = 0
  while (count < 3 && value[at - 1 - count] === '*') count++
  return count
}

function toggledList(value: string, from: number, to: number): Replacement {
  const start = value.lastIndexOf('\n', from - 1) + 1
  const next = value.indexOf('\n', to)
  const end = next === -1 ? value.length : next
  const lines = value.slice(start, end).split('\n')
  const isList = lines.every((line) => line.startsWith('- '))
  const text = lines.map((line) => (isList ? line.slice(2) : line.startsWith('- ') ? line : `- ${line}`)).join('\n')
  const isOneLine = lines.length === 1
  return { start, end, text, selection: isOneLine ? [start + text.length, start + text.length] : [start, start + text.length] }
}

function withLink(value: string, from: number, to: number): Replacement {
  const { start, end } = trimmed(value, from, to)
  const selected = value.slice(start, end)
  const [label, address] = isAddress(selected) ? [sampleText, selected] : [selected || sampleText, linkStart]
  const labelStart = start + 1
  const addressStart = labelStart + label.length + 2
  return {
    start,
    end,
    text: `[${label}](${address})`,
    selection:
      label === sampleText
        ? [labelStart, labelStart + label.length]
        : [addressStart + linkStart.length, addressStart + address.length],
  }
}
