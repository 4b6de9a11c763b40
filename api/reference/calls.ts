import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ContentKey, contentKeys, isCollection, isSetting } from '../../data/content/schema.ts'
import { contentPaths } from '../content/paths.ts'
import { root } from '../system/root.ts'

/** `status` is the usual HTTP status. `answers` describes other statuses, but not those from guards and limits. */
type CallDescription = {
  summary: string
  details: string
  headers: string[]
  status: number
  answers: Record<number, string>
}

const keysByPlaceholder: Record<string, readonly ContentKey[]> = {
  '{section}': contentKeys.filter((key) => !isCollection(key)),
  '{setting}': contentKeys.filter(isSetting),
  '{list}': contentKeys.filter(isCollection),
}

const markdown = readFileSync(join(root, 'api/reference/calls.md'), 'utf8')
const [routeTables = '', fileTable = ''] = markdown.split('## Published files')

export const calls: ReadonlyMap<string, CallDescription> = descriptionsIn(routeTables)

export const publishedFiles: ReadonlyMap<string, CallDescription> = descriptionsIn(fileTable)

function descriptionsIn(tables: string): Map<string, CallDescription> {
  const rows = tables.split('\n').filter((line) => line.startsWith('| `'))
  return new Map(
    rows.flatMap((row) => {
      const [names = '', status, text = '', otherAnswers = ''] = row.slice(1, -1).split('|')
      const [call = '', ...headers] = names.split('`').filter((_, index) => index % 2 === 1)
      const [summary = '', ...details] = text.trim().split('. ')
      const description = {
        summary: details.length > 0 ? `${summary}.` : summary,
        details: details.join('. '),
        headers,
        status: Number(status),
        answers: answersIn(otherAnswers.trim()),
      }
      return callsNamed(call).map((name): [string, CallDescription] => [name, description])
    }),
  )
}

function answersIn(text: string): Record<number, string> {
  const answers = text === '' ? [] : text.split('<br>')
  return Object.fromEntries(answers.map((answer) => [answer.slice(0, 3), answer.slice(4)]))
}

function callsNamed(call: string): string[] {
  const placeholder = Object.keys(keysByPlaceholder).find((name) => call.includes(name)) ?? ''
  const keys = keysByPlaceholder[placeholder]
  return keys ? keys.map((key) => call.replace(placeholder, `/api${contentPaths[key]}`)) : [call]
}
