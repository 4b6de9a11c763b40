import { choicesOf, inQuestionOrder } from '../../../data/content/questions.ts'
import type { Question } from '../../../data/content/schema.ts'
import { type Answer, answerText, textsOf } from '../../../data/registrations/answers/answers.ts'
import type { AnswerCounts } from '../../../data/registrations/answers/counts.ts'
import type { Registration, RegistrationChange } from '../../../data/registrations/schema.ts'
import { api, ok } from '../calls/client.ts'
import { createLoaded } from '../calls/loaded.ts'

export const answerCounts = createLoaded<AnswerCounts[]>(async () =>
  (await ok(api.registrations.answers.$get({ query: {} }))).json(),
)

/** Form values by question id. A question with several answers has a list, other questions have a text. */
export type TypedAnswers = Record<string, string | string[]>

/** Returns the active questions, and inactive questions that this person answered. */
export const askedOf = (questions: readonly Question[], answers: Registration['answers'] = {}): Question[] =>
  inQuestionOrder(questions).filter(({ id, isActive }) => isActive || answers[id] !== undefined)

export const typedAnswers = (questions: readonly Question[], answers: Registration['answers'] = {}): TypedAnswers =>
  Object.fromEntries(questions.map(({ id, kind }) => [id, kind === 'choices' ? textsOf(answers[id]) : answerText(answers[id])]))

type SentAnswers = NonNullable<RegistrationChange['answers']>

/** Leaves out unchanged answers, because the server would reject an answer whose question or choice no longer exists. */
export function changedAnswers(typed: TypedAnswers, before: TypedAnswers): SentAnswers {
  const changed = Object.entries(typed).filter(([id, value]) => JSON.stringify(value) !== JSON.stringify(before[id] ?? ''))
  return Object.fromEntries(changed.map(([id, value]) => [id, value.length === 0 ? null : value]))
}

/** Returns the change that undoes `change`. */
export const answersBefore = (change: SentAnswers, before: Registration['answers']): SentAnswers =>
  Object.fromEntries(Object.keys(change).map((id) => [id, before[id] ?? null]))

/** Returns the choices of a question, and the stored answer if it is no longer a choice. */
export function choicesWith(question: Question, stored: Answer | undefined): string[] {
  const choices = choicesOf(question)
  return [...choices, ...textsOf(stored).filter((text) => !choices.includes(text))]
}
