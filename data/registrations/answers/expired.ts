import { itemDefaults, sectionDefaults } from '../../content/defaults.ts'
import { lastSaved, readKey } from '../../content/revisions.ts'
import type { Db } from '../../db/db.ts'
import { inTransaction, prepared } from '../../db/prepared.ts'
import { daysKnownSince, deletionInstant, latest } from '../planned-deletion.ts'
import { parseAnswers } from './answers.ts'
import { readQuestions } from './stored.ts'

type Row = { id: string; answers: string; registeredAt: string; year: string | null }

const inJson = "row ->> 'answers' AS answers, row ->> 'registrationDate' AS registeredAt"
const hasAnswers = "coalesce(row ->> 'answers', '{}') <> '{}'"

const tables = [
  {
    read: "SELECT id, answers, registrationDate AS registeredAt, NULL AS year FROM registrations WHERE answers <> '{}'",
    write: 'UPDATE registrations SET answers = @answers WHERE id = @id',
  },
  ...[
    { table: 'trash', year: 'edition' },
    { table: 'editionPeople', year: 'year' },
  ].map(({ table, year }) => ({
    read: `SELECT id, ${inJson}, ${year} AS year FROM ${table} WHERE ${hasAnswers}`,
    write: `UPDATE ${table} SET row = json_set(row, '$.answers', @answers) WHERE id = @id`,
  })),
]

/** Erases answers older than their question's `keepDays`, of at most `limit` people. Returns the number of people. */
export function eraseExpiredAnswers(db: Db, timeZone: string, now: string, limit: number): number {
  return inTransaction(db, () => {
    const dueAt = deadlines(db, timeZone)
    let erased = 0
    for (const { read, write } of tables) {
      for (const { id, answers, registeredAt, year } of prepared<Row>(db, read).all()) {
        const stored = Object.entries(parseAnswers(answers))
        const keptAnswers = stored.filter(([question]) => {
          const at = dueAt(question, year)
          return at === null || now < at || registeredAt >= at
        })
        if (keptAnswers.length === stored.length) continue
        prepared(db, write).run({ id, answers: JSON.stringify(Object.fromEntries(keptAnswers)) })
        erased += 1
        if (erased >= limit) return erased
      }
    }
    return erased
  })
}

/** Answers to deleted questions are kept for the default time. */
function deadlines(db: Db, timeZone: string): (question: string, year: string | null) => string | null {
  const keepDays = new Map(readQuestions(db).map((question) => [question.id, question.keepDays]))
  const { eventDate } = readKey(db, 'hero').value
  const events = readKey(db, 'events').value
  const knownSince = latest(daysKnownSince(db, eventDate), lastSaved(db, ['questions']) ?? '')
  const editions = prepared<{ year: string; eventDate: string }>(db, 'SELECT year, eventDate FROM editions').all()
  const eventDates = new Map(editions.map((edition) => [edition.year, edition.eventDate]))
  const instants = new Map<string, string | null>()

  function instantFor(year: string | null, retentionDays: number): string | null {
    if (year === null && eventDate === sectionDefaults.hero.eventDate) return null
    const editionDate = eventDates.get(year ?? '') ?? eventDate
    const facts =
      year === null ? { eventDate, events, knownSince } : { eventDate: editionDate, events: [], knownSince: editionDate }
    return deletionInstant({ ...facts, retentionDays }, timeZone)
  }

  return (question, year) => {
    const days = keepDays.get(question) ?? itemDefaults.questions.keepDays
    const key = `${year} ${days}`
    if (!instants.has(key)) instants.set(key, instantFor(year, days))
    return instants.get(key) ?? null
  }
}
