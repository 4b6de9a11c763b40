import { inQuestionOrder } from '../../content/questions.ts'
import type { Question } from '../../content/schema.ts'
import type { Db } from '../../db/db.ts'
import { prepared, readValues } from '../../db/prepared.ts'
import { limits } from '../../limits.ts'
import type { RegistrationFilter } from '../schema.ts'
import { conditionOf } from '../search.ts'
import { type Answer, isAsked, parseAnswers, type StoredAnswers } from './answers.ts'
import { readQuestions } from './stored.ts'

/** `counts` begins with the most frequent answer. `unanswered` counts people who were asked but have no answer. */
export type AnswerCounts = {
  question: string
  label: string
  counts: { answer: Exclude<Answer, string[]>; count: number }[]
  unanswered: number
}

/** Counts each option of an answer with several options. Without `status`, counts only people with a seat. */
export function countAnswers(db: Db, status: RegistrationFilter['status'] = 'registered'): AnswerCounts[] {
  const questions = readQuestions(db)
  const { where, values } = conditionOf(db, { status })
  const people = readValues<string>(db, `SELECT answers FROM registrations ${where}`, ...values).map(parseAnswers)
  return inQuestionOrder(questions)
    .filter(({ isActive }) => isActive)
    .map((question) => countsOf(question, questions, people))
}

function countsOf(question: Question, questions: readonly Question[], people: readonly StoredAnswers[]): AnswerCounts {
  const counts = new Map<AnswerCounts['counts'][number]['answer'], number>()
  let unanswered = 0
  for (const answers of people) {
    const stored = answers[question.id]
    if (!stored && isAsked(question, questions, answers)) unanswered += 1
    for (const answer of stored ? [stored.value].flat() : []) counts.set(answer, (counts.get(answer) ?? 0) + 1)
  }
  const order = (answer: Answer) => question.options.indexOf(String(answer))
  const sorted = [...counts].toSorted(([a, countA], [b, countB]) => countB - countA || order(a) - order(b))
  return {
    question: question.id,
    label: question.label,
    counts: sorted.slice(0, limits.listed).map(([answer, count]) => ({ answer, count })),
    unanswered,
  }
}

export type QuestionColumn = { id: string; label: string }

/** Returns the active questions in order, then other questions that the filtered people answered. */
export function questionColumns(db: Db, filter: RegistrationFilter): QuestionColumn[] {
  const { where, values } = conditionOf(db, filter)
  const answered = prepared<QuestionColumn>(
    db,
    `SELECT given.key AS id, max(given.value ->> 'question') AS label FROM registrations, json_each(registrations.answers) AS given
     ${where ? `${where} AND` : 'WHERE'} registrations.answers <> '{}' GROUP BY given.key`,
  ).all(...values)
  const questions = inQuestionOrder(readQuestions(db))
  const isAnswered = (id: string) => answered.some((column) => column.id === id)
  return [
    ...questions.filter(({ id, isActive }) => isActive || isAnswered(id)).map(({ id, label }) => ({ id, label })),
    ...answered.filter(({ id }) => !questions.some((question) => question.id === id)),
  ]
}

export function archivedQuestions(db: Db, year: string): QuestionColumn[] {
  return prepared<QuestionColumn>(
    db,
    `SELECT given.key AS id, max(given.value ->> 'question') AS label
     FROM editionPeople, json_each(coalesce(row ->> 'answers', '{}')) AS given WHERE year = ? GROUP BY given.key`,
  ).all(year)
}
