import type { FieldErrors } from './rules.ts'
import type { Question } from './schema.ts'

const yesNoAnswers = ['Sí', 'No']

export const inQuestionOrder = (questions: readonly Question[]): Question[] =>
  questions.toSorted((a, b) => a.displayOrder - b.displayOrder)

/** Returns the answers on which another question may depend. */
export const choicesOf = ({ kind, options }: Pick<Question, 'kind' | 'options'>): readonly string[] =>
  kind === 'yes-no' ? yesNoAnswers : kind === 'choice' || kind === 'choices' ? options : []

/** The condition must name an earlier question with choices, and one of its answers. */
export function conditionErrors(questions: readonly Question[], { id, onlyIf }: Question): FieldErrors {
  if (onlyIf === null) return {}
  const ordered = inQuestionOrder(questions)
  const earlier = ordered.slice(
    0,
    ordered.findIndex((question) => question.id === id),
  )
  const parent = earlier.find((question) => question.id === onlyIf.question)
  if (!parent || choicesOf(parent).length === 0) return { onlyIf: 'Elige una pregunta anterior con respuestas para elegir' }
  return choicesOf(parent).includes(onlyIf.is) ? {} : { onlyIf: 'Elige una de las respuestas de esa pregunta' }
}
