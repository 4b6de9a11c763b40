/** Tokens that lead to a registration since others were merged into it: the tickets and links that those people were sent. */
import type { Db } from '../db/db.ts'
import { prepared } from '../db/prepared.ts'
import { newToken } from './token.ts'

/** The former tokens of a registration; null if it is not in the list. */
export function formerTokensOf(db: Db, id: string): string[] | null {
  const row = prepared<{ formerTokens: string }>(db, 'SELECT formerTokens FROM registrations WHERE id = ?').get(id)
  return row ? JSON.parse(row.formerTokens) : null
}

/** Stores the former tokens of a registration, each once. */
export function setFormerTokens(db: Db, id: string, tokens: readonly string[]): void {
  prepared(db, 'UPDATE registrations SET formerTokens = ? WHERE id = ?').run(JSON.stringify([...new Set(tokens)]), id)
}

type Tokens = { token: string; formerTokens: string }

/**
 * Takes back from `stays`, into whom somebody was merged, the tokens that were theirs, and returns those with which they are put back.
 * `taken` is the one that was the other's own meanwhile, if it was. Tokens that somebody else has by now stay where they are.
 */
export function takeTokensBack(
  db: Db,
  row: Record<string, string | number | null>,
  { stays, taken }: { stays: string | null; taken: string | null },
): Tokens {
  const held = stays === null ? null : formerTokensOf(db, stays)
  const isFree = (token: string) => prepared(db, 'SELECT 1 FROM registrations WHERE token = ?').get(token) === undefined
  const isTheirs = (token: string) => isFree(token) && (held === null || held.includes(token))
  const ownToken = String(row.token)
  const former = (JSON.parse(String(row.formerTokens ?? '[]')) as string[]).filter(isTheirs)
  const token = taken !== null && isFree(taken) ? taken : isTheirs(ownToken) || taken !== null ? ownToken : newToken()
  if (stays !== null && held)
    setFormerTokens(
      db,
      stays,
      held.filter((each) => each !== token && !former.includes(each)),
    )
  // A third person's way back must not take it again.
  prepared(db, "UPDATE trash SET row = json_remove(row, '$.united.token') WHERE id <> ? AND row ->> '$.united.token' = ?").run(
    String(row.id),
    token,
  )
  return { token, formerTokens: JSON.stringify(former) }
}
