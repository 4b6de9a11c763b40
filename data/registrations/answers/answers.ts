import { choicesOf, inQuestionOrder } from '../../content/questions.ts'
import type { FieldErrors } from '../../content/rules.ts'
import type { Question } from '../../content/schema.ts'
import { questionLimits } from '../../limits.ts'

export type Answer = string | string[] | boolean | number

/** By question id. `question` is the question's text when it was answered, because organisers may change questions. */
export type StoredAnswers = Record<string, { value: Answer; question: string }>

/** 'new' must answer all required questions, 'own' only the required questions that were sent, 'staff' none. */
type AnswerRules = 'new' | 'own' | 'staff'

type Checked = { answers: StoredAnswers; errors: FieldErrors }

export const answerField = (id: string) => `answers.${id}` as const

/** Null counts as no answer. The keys of `errors` are `answers.{id}`. */
export function checkAnswers(
  questions: readonly Question[],
  sent: Readonly<Record<string, unknown>>,
  rules: AnswerRules,
  before: StoredAnswers = {},
): Checked {
  const answers = { ...before }
  const errors: FieldErrors = {}
  const isByStaff = rules === 'staff'
  const askedQuestions = inQuestionOrder(questions).filter(({ isActive }) => isActive || isByStaff)
  const readById = new Map<string, ReadAnswer>()
  for (const question of askedQuestions) {
    const { id, label } = question
    if (rules !== 'new' && !Object.hasOwn(sent, id)) continue
    const read = readAnswer(question, sent[id] ?? null)
    readById.set(id, read)
    delete answers[id]
    if (read.answer !== undefined && read.answer !== null) answers[id] = { value: read.answer, question: label }
  }
  for (const question of askedQuestions) {
    const { id, isRequired } = question
    const read = readById.get(id)
    if (!isByStaff && !isAsked(question, questions, answers)) delete answers[id]
    else if (read?.error) errors[answerField(id)] = read.error
    else if (read?.answer === null && isRequired && !isByStaff) errors[answerField(id)] = 'Contesta esta pregunta'
  }
  for (const id of Object.keys(sent)) {
    if (questions.some((question) => question.id === id)) continue
    if (isByStaff && sent[id] === null) delete answers[id]
    else errors[answerField(id)] = 'Esta pregunta ya no existe. Recarga la página.'
  }
  const lastId = Object.keys(sent).at(-1)
  if (lastId !== undefined && lengthOf(answers) > questionLimits.answers)
    errors[answerField(lastId)] ??= `Las respuestas suman más de ${questionLimits.answers} caracteres`
  return { answers, errors }
}

const lengthOf = (answers: StoredAnswers) => Object.values(answers).reduce((sum, { value }) => sum + answerText(value).length, 0)

/** If the condition names a deleted question, the question is asked. */
export function isAsked(
  { id, onlyIf }: Question,
  questions: readonly Question[],
  answers: StoredAnswers,
  askedBy: readonly string[] = [],
): boolean {
  const parent = onlyIf && questions.find((question) => question.id === onlyIf.question)
  if (!onlyIf || !parent) return true
  if (!parent.isActive || askedBy.includes(id)) return false
  const answer = answers[parent.id]
  const isMet = answer !== undefined && textsOf(answer.value).includes(onlyIf.is)
  return isMet && isAsked(parent, questions, answers, [...askedBy, id])
}

type ReadAnswer = { answer: Answer | null; error?: never } | { error: string; answer?: never }

function readAnswer(question: Pick<Question, 'kind' | 'options'>, sent: unknown): ReadAnswer {
  if (sent === null) return { answer: null }
  const text = typeof sent === 'string' ? sent.trim() : sent
  if (text === '') return { answer: null }
  return readers[question.kind](text, question.options)
}

const wrong = {
  text: { error: 'Escribe un texto' },
  long: { error: 'Escribe un texto' },
  choice: { error: 'Elige una de las respuestas' },
  choices: { error: 'Elige entre las respuestas' },
  'yes-no': { error: 'Elige sí o no' },
  number: { error: 'Escribe un número' },
} as const satisfies Record<Question['kind'], ReadAnswer>

const upTo = (max: number, text: string): ReadAnswer =>
  text.length > max ? { error: `Máximo ${max} caracteres` } : { answer: text }

const readers: Record<Question['kind'], (sent: unknown, options: readonly string[]) => ReadAnswer> = {
  text: (sent) => (typeof sent === 'string' ? upTo(questionLimits.text, sent.replace(/\p{Cc}+/gu, ' ')) : wrong.text),
  long: (sent) => (typeof sent === 'string' ? upTo(questionLimits.long, sent.replace(/\r\n?/g, '\n')) : wrong.long),
  choice: (sent, options) => (options.includes(sent as string) ? { answer: sent as string } : wrong.choice),
  choices(sent, options) {
    const texts = [sent].flat().filter((text) => text !== '')
    if (!texts.every((text) => options.includes(text as string))) return wrong.choices
    return { answer: texts.length === 0 ? null : options.filter((option) => texts.includes(option)) }
  },
  'yes-no': (sent) =>
    typeof sent === 'boolean'
      ? { answer: sent }
      : sent === 'Sí'
        ? { answer: true }
        : sent === 'No'
          ? { answer: false }
          : wrong['yes-no'],
  number(sent) {
    const number = typeof sent === 'string' && /^[+-]?\d{1,15}([.,]\d{1,6})?$/.test(sent) ? Number(sent.replace(',', '.')) : sent
    return typeof number === 'number' && Number.isFinite(number) ? { answer: number } : wrong.number
  },
}

/** Returns several texts for a list, and none for a missing answer. */
export const textsOf = (value: Answer | undefined): string[] =>
  [value ?? []].flat().map((part) => (typeof part === 'boolean' ? (part ? 'Sí' : 'No') : String(part)))

export const answerText = (value: Answer | undefined): string => textsOf(value).join('; ')

/** Returns chosen options alone, and other answers after their question. A 'Sí' returns only the question, a 'No' nothing. */
export function textsAtDoor(questions: readonly Question[], answers: StoredAnswers): string[] {
  return questions.flatMap(({ id, label, kind }) => {
    const value = answers[id]?.value
    if (value === undefined || value === false) return []
    if (value === true) return [label]
    return kind === 'choice' || kind === 'choices' ? textsOf(value) : [`${label} ${answerText(value)}`]
  })
}

/** Reads an answer from a cell of a table. `answerText` writes such a cell. */
export function answerOfText(question: Pick<Question, 'kind' | 'options'>, text: string): string | string[] {
  const plain = (word: string) => word.trim().toLocaleLowerCase('es')
  const choices = choicesOf(question)
  const choiceOf = (word: string) => choices.find((choice) => plain(choice) === plain(word)) ?? word.trim()
  if (question.kind === 'yes-no')
    return /^(s[ií]|yes|x|true|1)$/i.test(text.trim()) ? 'Sí' : /^(no|false|0)$/i.test(text.trim()) ? 'No' : text
  if (question.kind !== 'choices') return choices.length > 0 ? choiceOf(text) : text
  const isChoice = (word: string) => choices.includes(choiceOf(word))
  const parts = [[text], text.split(';'), text.split(',')].map((words) => words.filter((word) => word.trim() !== ''))
  return (parts.find((words) => words.every(isChoice)) ?? [text]).map(choiceOf)
}

/** Returns values for a form by field name. Line breaks separate several answers to one question. */
export const formValuesOf = (answers: Readonly<Record<string, Answer>>): Record<string, string> =>
  Object.fromEntries(Object.entries(answers).map(([id, value]) => [`answer-${id}`, textsOf(value).join('\n')]))

export const parseAnswers = (stored: string | null): StoredAnswers =>
  stored === null || stored === '{}' ? {} : (JSON.parse(stored) as StoredAnswers)

/** Both results are by question id. `questionTexts` has each question as it was worded when it was answered. */
export function shownAnswers(stored: string | null): { answers: Record<string, Answer>; questionTexts: Record<string, string> } {
  const entries = Object.entries(parseAnswers(stored))
  return {
    answers: Object.fromEntries(entries.map(([id, { value }]) => [id, value])),
    questionTexts: Object.fromEntries(entries.map(([id, { question }]) => [id, question])),
  }
}
