import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ContentKey, contentKeys, isCollection, isSetting } from '../../data/content/schema.ts'
import { contentPaths } from '../content/paths.ts'
import { root } from '../system/root.ts'

/** `answers` has other statuses than `status`, without those of guards and limits. */
export type CallDescription = {
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

/** Descriptions by call, such as 'GET /api/users/:id'. */
export const calls: ReadonlyMap<string, CallDescription> = descriptionsIn(routeTables)

/** Descriptions by call of files, which are not routes. */
export const publishedFiles: ReadonlyMap<string, CallDescription> = descriptionsIn(fileTable)

/** A later row replaces what an earlier one says of the same call. */
function descriptionsIn(tables: string): Map<string, CallDescription> {
  const rows = tables.split('\n').filter((line) => line.startsWith('| `'))
  return new Map(
    rows.flatMap((row) => {
      const [names = '', status, text = '', answers = ''] = row.split('|').slice(1)
      const [call = '', ...headers] = [...names.matchAll(/`(.+?)`/g)].map(([, name = '']) => name)
      const [, summary = '', details = ''] = /^ (.+?\.) (?:([A-Z`{[].*) )?$/.exec(text) ?? []
      const answersByStatus = Object.fromEntries(
        [...answers.matchAll(/(\d{3}) (.+?)(?:<br>| $)/g)].map(([, ...answer]) => answer),
      )
      const description = { summary, details, headers, status: Number(status), answers: answersByStatus }
      return callsNamed(call).map((name): [string, CallDescription] => [name, description])
    }),
  )
}

function callsNamed(call: string): string[] {
  const [placeholder = ''] = /\{\w+\}/.exec(call) ?? []
  const keys = keysByPlaceholder[placeholder]
  return keys ? keys.map((key) => call.replace(placeholder, `/api${contentPaths[key]}`)) : [call]
}
