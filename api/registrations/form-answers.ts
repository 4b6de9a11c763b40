import type { Question } from '../../data/content/schema.ts'
import { limits, questionLimits } from '../../data/limits.ts'

const prefix = 'answer-'

const isAnswer = ([name]: readonly [string, unknown]) => name.startsWith(prefix)

/** Returns the answers by question id. Leaves out questions that are not in the form. */
export function answersIn(body: URLSearchParams, questions: readonly Question[]): Record<string, string | string[]> {
  const entries = questions.flatMap(({ id, kind }) => {
    if (!body.has(prefix + id)) return []
    const values = body.getAll(prefix + id)
    return [[id, kind === 'choices' ? values : (values.at(-1) ?? '')] as const]
  })
  return Object.fromEntries(entries)
}

const maxAnswerFields = 100

const maxSentAnswers = limits.lists.questions * (questionLimits.options + 1)

/** Returns the answers as they were sent. Cuts each to the maximum length of an answer. */
export const sentAnswers = (body: URLSearchParams): [string, string][] =>
  [...body]
    .filter(isAnswer)
    .slice(0, maxSentAnswers)
    .map(([name, value]) => [name, value.slice(0, questionLimits.long)])

/** Returns the typed answers by field name. Several answers to one question are separated by line breaks. */
export function answerValues(body: URLSearchParams): Record<string, string> {
  const valuesByName = new Map<string, string[]>()
  // Reads the form in one pass, because a hostile form may have thousands of fields.
  for (const [name, value] of body) {
    if (!name.startsWith(prefix)) continue
    const values = valuesByName.get(name)
    if (values) values.push(value)
    else if (valuesByName.size < maxAnswerFields) valuesByName.set(name, [value])
  }
  return Object.fromEntries([...valuesByName].map(([name, values]) => [name, values.filter(Boolean).join('\n')]))
}

type ParsedForm = Record<string, string | File | (string | File)[]>

/** `body` has all texts of the form. `fields` has the last value of each field that is not an answer. */
export function splitForm(form: ParsedForm): { body: URLSearchParams; fields: Record<string, string | File | undefined> } {
  const texts = Object.entries(form).flatMap(([name, value]) => [value].flat().map((part) => [name, part] as const))
  const body = new URLSearchParams(texts.filter((pair): pair is [string, string] => typeof pair[1] === 'string'))
  return { body, fields: Object.fromEntries(texts.filter((pair) => !isAnswer(pair))) }
}
