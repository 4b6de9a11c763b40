import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { readItems } from '../content/content.ts'
import type { Edit } from '../content/revisions.ts'
import type { Db } from '../db/db.ts'
import { inTransaction, prepared } from '../db/prepared.ts'
import { type ChangesStored, storeUpdates, updatesFrom } from './edits.ts'
import { type LinkChange, nameOfChange } from './link-fields.ts'

/** The newest of a speaker. `accepted` has names such as `events.{id}.title`, null while open. */
export type Proposal = { id: string; speaker: string; at: string; changes: LinkChange[]; accepted: string[] | null }

type Row = Omit<Proposal, 'changes' | 'accepted'> & { changes: string; accepted: string | null }

const columns = 'SELECT id, speaker, at, changes, accepted FROM speakerProposals'

const proposalOf = ({ changes, accepted, ...row }: Row): Proposal => ({
  ...row,
  changes: JSON.parse(changes),
  accepted: accepted === null ? null : JSON.parse(accepted),
})

/** An open proposal has only changes that differ from now. Null without any. */
export function proposalOfSpeaker(db: Db, speaker: string): Proposal | null {
  const row = prepared<Row>(db, `${columns} WHERE speaker = ?`).get(speaker)
  const proposal = row ? proposalOf(row) : null
  if (proposal?.accepted !== null) return proposal
  const changes = comparedWithNow(db, proposal.changes)
  return changes.length > 0 ? { ...proposal, changes } : null
}

/** Oldest first. `before` is the value now. */
export function openProposals(db: Db): Omit<Proposal, 'accepted'>[] {
  return prepared<Row>(db, `${columns} WHERE accepted IS NULL ORDER BY at`)
    .all()
    .map(proposalOf)
    .map(({ accepted: _, ...proposal }) => ({ ...proposal, changes: comparedWithNow(db, proposal.changes) }))
    .filter(({ changes }) => changes.length > 0)
}

function comparedWithNow(db: Db, changes: readonly LinkChange[]): LinkChange[] {
  return changes.flatMap((change) => {
    const item = readItems(db, change.section).find(({ id }) => id === change.id)
    if (!item) return []
    const before = Reflect.get(item, change.field)
    return isDeepStrictEqual(before, change.after) ? [] : [{ ...change, before }]
  })
}

/** Keeps open changes of fields that were not sent. Without any change the proposal is withdrawn. */
export function propose(
  db: Db,
  speaker: string,
  sent: { changes: readonly LinkChange[]; hasField: (field: string) => boolean },
  at: string,
): void {
  inTransaction(db, () => {
    const last = proposalOfSpeaker(db, speaker)
    const open = last?.accepted === null ? last.changes : []
    const changes = [...open.filter(({ field }) => !sent.hasField(field)), ...sent.changes]
    const replaced = changes.length > 0 ? '' : 'AND accepted IS NULL'
    prepared(db, `DELETE FROM speakerProposals WHERE speaker = ? ${replaced}`).run(speaker)
    if (changes.length === 0) return
    const row = { id: randomUUID(), speaker, at, changes: JSON.stringify(changes) }
    prepared(db, 'INSERT INTO speakerProposals (id, speaker, at, changes) VALUES (@id, @speaker, @at, @changes)').run(row)
  })
}

export const withdrawProposalSince = (db: Db, speaker: string, since: string): boolean =>
  prepared(db, 'DELETE FROM speakerProposals WHERE speaker = ? AND accepted IS NULL AND at >= ?').run(speaker, since).changes > 0

type Decision =
  | { outcome: 'missing' }
  | { outcome: 'unknown'; field: string }
  | ChangesStored
  | (Extract<ChangesStored, { outcome: 'saved' }> & { speaker: string; accepted: string[]; at: string })

/** `accept` has fields (`bio`) or names (`events.{id}.title`). An empty list declines all. */
export function decideProposal(db: Db, id: string, accept: readonly string[], edit: Edit): Decision {
  return inTransaction(db, () => {
    const row = prepared<Row>(db, `${columns} WHERE id = ? AND accepted IS NULL`).get(id)
    if (!row) return { outcome: 'missing' }
    const { speaker, changes } = proposalOf(row)
    const fits = (name: string) => (change: LinkChange) => change.field === name || nameOfChange(change) === name
    const unknown = accept.find((name) => !changes.some(fits(name)))
    if (unknown !== undefined) return { outcome: 'unknown', field: unknown }
    const accepted = changes.filter((change) => accept.some((name) => fits(name)(change)))
    const stored = storeUpdates(db, updatesFrom(comparedWithNow(db, accepted)), { ...edit, speaker })
    if (stored.outcome !== 'saved') return stored
    const names = accepted.map(nameOfChange)
    prepared(db, 'UPDATE speakerProposals SET accepted = ?, decidedAt = ? WHERE id = ?').run(JSON.stringify(names), edit.at, id)
    return { ...stored, speaker, accepted: names, at: edit.at }
  })
}
