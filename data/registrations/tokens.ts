import { randomBytes } from 'node:crypto'
import type { Db } from '../db/db.ts'
import { prepared, readValue } from '../db/prepared.ts'

export function newToken(): string {
  return randomBytes(16).toString('base64url')
}

function formerTokensOf(db: Db, id: string): string[] | null {
  const tokens = readValue<string>(db, 'SELECT formerTokens FROM registrations WHERE id = ?', id)
  return tokens ? JSON.parse(tokens) : null
}

export function setFormerTokens(db: Db, id: string, tokens: readonly string[]): void {
  prepared(db, 'UPDATE registrations SET formerTokens = ? WHERE id = ?').run(JSON.stringify([...new Set(tokens)]), id)
}

type Tokens = { token: string; formerTokens: string }

/** Gives a person who was merged into `remainingId` their tokens back. `linkToken` is a token that `remainingId` took over. */
export function restoreTokens(
  db: Db,
  row: Record<string, string | number | null>,
  { remainingId, linkToken }: { remainingId: string | null; linkToken: string | null },
): Tokens {
  const currentTokens = remainingId === null ? null : formerTokensOf(db, remainingId)
  const isFree = (token: string) => prepared(db, 'SELECT 1 FROM registrations WHERE token = ?').get(token) === undefined
  const isTheirs = (token: string) => isFree(token) && (currentTokens === null || currentTokens.includes(token))
  const ownToken = String(row.token)
  const formerTokens = (JSON.parse(String(row.formerTokens ?? '[]')) as string[]).filter(isTheirs)
  const token =
    linkToken !== null && isFree(linkToken) ? linkToken : isTheirs(ownToken) || linkToken !== null ? ownToken : newToken()
  const remainingTokens = currentTokens?.filter((each) => each !== token && !formerTokens.includes(each))
  if (remainingId !== null && remainingTokens) setFormerTokens(db, remainingId, remainingTokens)
  // Removes the token from other merges, so that undoing them does not use the token a second time.
  const forgetToken = "UPDATE trash SET row = json_remove(row, '$.united.token') WHERE id <> ? AND row ->> '$.united.token' = ?"
  prepared(db, forgetToken).run(String(row.id), token)
  return { token, formerTokens: JSON.stringify(formerTokens) }
}
