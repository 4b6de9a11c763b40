import { readKey } from '../../content/revisions.ts'
import type { Question } from '../../content/schema.ts'
import type { Db } from '../../db/db.ts'
import { prepared, readValue } from '../../db/prepared.ts'
import { parseAnswers, type StoredAnswers } from './answers.ts'

export const readQuestions = (db: Db): readonly Question[] => readKey(db, 'questions').value

export function readAnswers(db: Db, id: string): StoredAnswers {
  return parseAnswers(readValue<string>(db, 'SELECT answers FROM registrations WHERE id = ?', id) ?? null)
}

export function storeAnswers(db: Db, id: string, answers: StoredAnswers): void {
  prepared(db, 'UPDATE registrations SET answers = ? WHERE id = ?').run(JSON.stringify(answers), id)
}
