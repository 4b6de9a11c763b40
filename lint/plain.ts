/** Run by `npm run lint`. Checks the rules of 'Words' in CONTRIBUTING, and fails if one is broken more often than `allowed`. */
import { globSync, readFileSync } from 'node:fs'
import ts from 'typescript'

const allowed = {
  'a turn that has to be read twice': 0,
  'a sentence of more than 25 words': 0,
  'a test title of more than 90 characters': 0,
  'a test title that begins with a bare clause': 0,
  'a name that says no noun': 0,
  'a numeric constant without its unit': 2,
  'a decision of more than 600 words': 0,
  'too many words in comments': 0,
}
type Rule = keyof typeof allowed
export type Place = { file: string; line: number; rule: Rule; text: string }

const maxSentenceWords = 25
const maxTitleChars = 90
const maxDecisionWords = 600
/** Words in 100 lines of code, in all rooms together and in one room. Rooms with fewer lines than `minRoomLines` do not count. */
const [maxCommentWords, maxCommentWordsInRoom, minRoomLines] = [45, 60, 200]

const turns =
  /(?:^|[.;:] )(?:What|Who|Whoever|Whose|Whom|Of|Those|The same)\b|\b(?:null|false|true|Null|False|True) where\b|\bwhere there\b|\b(?:is|are|has|have) none\b|\bbut for\b|\ball the same\b|\bany more\b|\banew\b|\bof no import\b/
const bareClause = /^(?:who|whoever|whose|what|where|of|those|nobody|nothing)\b/i
const bareName =
  /^(?:found|known|own|kept|shown|said|named|made|left|taken|asked|wanted|held|seen|listed|gone|begun|quiet|usual|placed|meant|few|most|longest|shortest|told|noted|given|whole|apart|one)$/
const plainNumber = /^[\d_]+(?: \* [\d_]+)*$|^[\d_.]+ \* (?:second|minute|hour|day|week)s?$/
const unit =
  /(?:ms|millis|seconds?|minutes?|hours?|days?|bytes|pixels|px|kb|mb|count|limit|max|min|percent|size|length|version|words|rows|pages|files|chars)/i

const wordsIn = (text: string) => text.split(/\s+/).filter(Boolean).length
const lineAt = (text: string, index: number) => text.slice(0, index).split('\n').length

/** Returns each comment as one line. Leaves out comments behind code on the same line. */
function commentsOf(source: string): { line: number; text: string }[] {
  const comments = source.matchAll(/\/\*[\s\S]*?\*\/|(?:^[ \t]*\/\/[^\n]*\n?)+/gm)
  return [...comments].map(({ 0: text, index }) => ({
    line: lineAt(source, index),
    text: text.replace(/[\s/*]+/g, ' ').trim(),
  }))
}

export function placesInComments(file: string, source: string): Place[] {
  return commentsOf(source).flatMap(({ line, text }) => {
    const long = text.split(/(?<=[.!?]) /).find((sentence) => wordsIn(sentence) > maxSentenceWords)
    const turn = turns.exec(text)
    const places: Place[] = []
    if (turn) places.push({ file, line, rule: 'a turn that has to be read twice', text: turn[0] })
    if (long) places.push({ file, line, rule: 'a sentence of more than 25 words', text: long })
    return places
  })
}

export function placesInTitles(file: string, source: string): Place[] {
  const titles = source.matchAll(/(^|\s)(?:test|it)(?:\.\w+\([^)]*\))?\(\s*(['"`])((?:(?!\2).)+)\2/g)
  return [...titles].flatMap(({ 1: start = '', 3: text = '', index }) => {
    const place = { file, line: lineAt(source, index + start.length), text }
    return [
      ...(text.length > maxTitleChars ? [{ ...place, rule: 'a test title of more than 90 characters' as const }] : []),
      ...(bareClause.test(text) ? [{ ...place, rule: 'a test title that begins with a bare clause' as const }] : []),
    ]
  })
}

export function placesInNames(file: string, source: string): Place[] {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true, kind)
  const places: Place[] = []
  const add = (node: ts.Node, rule: Rule) =>
    places.push({ file, line: lineAt(source, node.getStart(tree)), rule, text: node.getText(tree).split('\n')[0] ?? '' })
  const visit = (node: ts.Node) => {
    const isNamed =
      ts.isVariableDeclaration(node) || ts.isParameter(node) || ts.isBindingElement(node) || ts.isFunctionDeclaration(node)
    if (isNamed && node.name && ts.isIdentifier(node.name)) {
      if (bareName.test(node.name.text)) add(node.name, 'a name that says no noun')
      const isConstant = ts.isVariableDeclaration(node) && node.parent.parent.parent === tree
      const value = isConstant ? (node.initializer?.getText(tree) ?? '') : ''
      if (plainNumber.test(value) && !unit.test(node.name.text)) add(node, 'a numeric constant without its unit')
    }
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return places
}

/** `sources` maps paths to contents. A room is a folder. */
export function placesInRooms(sources: ReadonlyMap<string, string>): Place[] {
  const roomOf = (file: string) => /^(?:site\/admin\/[^./]+(?=\/)|\w+\/[^./]+(?=\/)|\w+)/.exec(file)?.[0] ?? ''
  const countsOf = (room: string, files: readonly string[]) => {
    const texts = files.map((file) => sources.get(file) ?? '')
    const words = texts.flatMap(commentsOf).reduce((sum, { text }) => sum + wordsIn(text), 0)
    const lines = texts.reduce((sum, text) => sum + text.split('\n').length - 1, 0)
    return { room, lines, wordsPer100Lines: Math.round((100 * words) / lines) }
  }
  const rooms = Map.groupBy(sources.keys(), roomOf)
  const counts = [...rooms].map(([room, files]) => countsOf(room, files)).filter(({ lines }) => lines >= minRoomLines)
  const wordyRooms = counts.filter(({ wordsPer100Lines }) => wordsPer100Lines > maxCommentWordsInRoom)
  const all = countsOf('all rooms', [...sources.keys()])
  if (all.wordsPer100Lines > maxCommentWords) wordyRooms.push(all)
  const rule = 'too many words in comments'
  return wordyRooms.map(({ room, wordsPer100Lines }) => ({ file: room, line: 0, rule, text: `${wordsPer100Lines} per 100` }))
}

function check(): void {
  const read = (file: string): [string, string] => [file, readFileSync(file, 'utf8')]
  const isSource = (file: string) => !/\.test\.tsx?$|(?:^|\/)testing(?:\/|\.ts)/.test(file)
  const sources = globSync('{api,data,site}/**/*.{ts,tsx,astro}').filter(isSource).map(read)
  const tests = globSync('{api,data,site,scripts,tests,demo,lint}/**/*.test.{ts,tsx}').map(read)
  const places = [
    ...sources.flatMap(([file, source]) => placesInComments(file, source)),
    ...sources.filter(([file]) => !file.endsWith('.astro')).flatMap(([file, source]) => placesInNames(file, source)),
    ...tests.flatMap(([file, source]) => placesInTitles(file, source)),
    ...placesInRooms(new Map(sources)),
  ]
  for (const [file, text] of globSync('docs/decisions/*').map(read))
    if (wordsIn(text) > maxDecisionWords) places.push({ file, line: 1, rule: 'a decision of more than 600 words', text: '' })
  const byRule = Map.groupBy(places, ({ rule }) => rule)
  const broken = [...byRule].filter(([rule, found]) => found.length > allowed[rule])
  for (const [rule, found] of broken) {
    for (const { file, line, text } of found) console.error(`${file}:${line} ${rule}: ${text}`)
    console.error(`${found.length} × ${rule}; ${allowed[rule]} allowed\n`)
  }
  if (broken.length > 0) process.exitCode = 1
}

if (import.meta.main) check()
