import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { itemVersion, readItems } from '../content/content.ts'
import type { Conflicts } from '../content/merge.ts'
import type { Edit } from '../content/revisions.ts'
import type { Db } from '../db/db.ts'
import { inTransaction, prepared } from '../db/prepared.ts'
import { type ChangesStored, storeUpdates, type TakenBack, takeBackChanges, updatesFrom } from './edits.ts'
import { itemOfChange, type LinkChange, nameOfChange } from './link-fields.ts'

/** The newest proposal of a speaker. `accepted` has names such as `events.{id}.title`, and is null while the proposal is open. */
export type Proposal = { id: string; speaker: string; at: string; changes: LinkChange[]; accepted: string[] | null }

type Row = Omit<Proposal, 'changes' | 'accepted'> & { changes: string; accepted: string | null }

const columns = 'SELECT id, speaker, at, changes, accepted FROM speakerProposals'

const proposalOf = ({ changes, accepted, ...row }: Row): Proposal => ({
  ...row,
  changes: JSON.parse(changes),
  accepted: accepted === null ? null : JSON.parse(accepted),
})

/** Leaves out proposed values that equal the present ones. Returns null if no change remains. */
export function proposalOfSpeaker(db: Db, speaker: string): Proposal | null {
  const row = prepared<Row>(db, `${columns} WHERE speaker = ?`).get(speaker)
  const proposal = row ? proposalOf(row) : null
  if (proposal?.accepted !== null) return proposal
  const changes = comparedWithNow(db, proposal.changes)
  return changes.length > 0 ? { ...proposal, changes } : null
}

/** `versions` has each item's `updatedAt`. `overtaken` names fields that somebody changed after the proposal. */
export type OpenProposal = Omit<Proposal, 'accepted'> & { versions: Record<string, string>; overtaken: string[] }

/** Oldest first. `before` of a change is the present value. */
export function openProposals(db: Db): OpenProposal[] {
  return prepared<Row>(db, `${columns} WHERE accepted IS NULL ORDER BY at`)
    .all()
    .map(proposalOf)
    .map(({ accepted: _, ...proposal }) => {
      const changes = comparedWithNow(db, proposal.changes)
      const versions = Object.fromEntries(changes.map((change) => [itemOfChange(change), itemNow(db, change)?.updatedAt ?? '']))
      const valuesBefore = new Map(proposal.changes.map((change) => [nameOfChange(change), change.before]))
      const isOvertaken = (change: LinkChange) => !isDeepStrictEqual(change.before, valuesBefore.get(nameOfChange(change)))
      return { ...proposal, changes, versions, overtaken: changes.filter(isOvertaken).map(nameOfChange) }
    })
    .filter(({ changes }) => changes.length > 0)
}

const itemNow = (db: Db, { section, id }: LinkChange) => readItems(db, section).find((item) => item.id === id)

function comparedWithNow(db: Db, changes: readonly LinkChange[]): LinkChange[] {
  return changes.flatMap((change) => {
    const item = itemNow(db, change)
    if (!item) return []
    const before = Reflect.get(item, change.field)
    return isDeepStrictEqual(before, change.after) ? [] : [{ ...change, before }]
  })
}

/** Keeps open changes of fields that were not sent. If no change remains, the proposal is withdrawn. */
export function propose(
  db: Db,
  speaker: string,
  sent: { changes: readonly LinkChange[]; hasField: (field: string) => boolean },
  at: string,
): void {
  inTransaction(db, () => {
    const open = storedChanges(db, speaker)
    const keptChanges = open.filter(({ field }) => !sent.hasField(field))
    // `before` stays the value from before the first proposal, because the speaker's form already shows the proposed text.
    const firstValues = new Map(open.map((change) => [nameOfChange(change), change.before]))
    const sentChanges = sent.changes.map((change) => {
      const name = nameOfChange(change)
      return firstValues.has(name) ? { ...change, before: firstValues.get(name) } : change
    })
    const changes = [...keptChanges, ...sentChanges]
    const replaced = changes.length > 0 ? '' : 'AND accepted IS NULL'
    prepared(db, `DELETE FROM speakerProposals WHERE speaker = ? ${replaced}`).run(speaker)
    if (changes.length === 0) return
    const row = { id: randomUUID(), speaker, at, changes: JSON.stringify(changes) }
    prepared(db, 'INSERT INTO speakerProposals (id, speaker, at, changes) VALUES (@id, @speaker, @at, @changes)').run(row)
  })
}

function storedChanges(db: Db, speaker: string): LinkChange[] {
  const row = prepared<Row>(db, `${columns} WHERE speaker = ? AND accepted IS NULL`).get(speaker)
  if (!row) return []
  const { changes } = proposalOf(row)
  const open = new Set(comparedWithNow(db, changes).map(nameOfChange))
  return changes.filter((change) => open.has(nameOfChange(change)))
}

export const withdrawProposalSince = (db: Db, speaker: string, since: string): boolean =>
  prepared(db, 'DELETE FROM speakerProposals WHERE speaker = ? AND accepted IS NULL AND at >= ?').run(speaker, since).changes > 0

type Decision =
  | { outcome: 'missing' }
  | { outcome: 'unknown'; field: string }
  | { outcome: 'overtaken'; conflicts: Conflicts }
  | Exclude<ChangesStored, { outcome: 'saved' }>
  | (Extract<ChangesStored, { outcome: 'saved' }> & { speaker: string; accepted: string[]; at: string })

/** `accept` has fields (`bio`) or names (`events.{id}.title`). An empty list declines all changes. */
type Choice = { accept: readonly string[]; versions?: Readonly<Record<string, string>> | undefined }

export function decideProposal(db: Db, id: string, { accept, versions = {} }: Choice, edit: Edit): Decision {
  return inTransaction(db, () => {
    const row = prepared<Row>(db, `${columns} WHERE id = ? AND accepted IS NULL`).get(id)
    if (!row) return { outcome: 'missing' }
    const { speaker, changes } = proposalOf(row)
    const fits = (name: string) => (change: LinkChange) => change.field === name || nameOfChange(change) === name
    const unknown = accept.find((name) => !changes.some(fits(name)))
    if (unknown !== undefined) return { outcome: 'unknown', field: unknown }
    const accepted = changes.filter((change) => accept.some((name) => fits(name)(change)))
    const conflicts = conflictsWithNow(db, accepted, versions)
    if (Object.keys(conflicts).length > 0) return { outcome: 'overtaken', conflicts }
    const stored = storeUpdates(db, updatesFrom(comparedWithNow(db, accepted)), { ...edit, speaker })
    if (stored.outcome !== 'saved') return stored
    const names = accepted.map(nameOfChange)
    prepared(db, 'UPDATE speakerProposals SET accepted = ?, decidedAt = ? WHERE id = ?').run(JSON.stringify(names), edit.at, id)
    return { ...stored, speaker, accepted: names, at: edit.at }
  })
}

function conflictsWithNow(db: Db, accepted: readonly LinkChange[], versions: NonNullable<Choice['versions']>): Conflicts {
  const conflicts = comparedWithNow(db, accepted).flatMap(({ before: theirs, ...change }) => {
    const name = nameOfChange(change)
    const version = versions[itemOfChange(change)]
    const shownItem = version === undefined ? undefined : itemVersion(db, change.section, change.id, version)
    const base = shownItem ? Reflect.get(shownItem, change.field) : accepted.find((other) => nameOfChange(other) === name)?.before
    return isDeepStrictEqual(base, theirs) ? [] : [[name, { base, theirs, yours: change.after }] as const]
  })
  return Object.fromEntries(conflicts)
}

/** Opens the proposal again. Returns null if it has no decision. */
export function undoDecision(db: Db, id: string, edit: Edit & { timeZone: string }): (TakenBack & { speaker: string }) | null {
  return inTransaction(db, () => {
    const row = prepared<{ speaker: string; decidedAt: string }>(
      db,
      'SELECT speaker, decidedAt FROM speakerProposals WHERE id = ? AND accepted IS NOT NULL',
    ).get(id)
    if (!row) return null
    const { speaker, decidedAt } = row
    const result = takeBackChanges(db, speaker, { since: decidedAt, until: decidedAt }, edit)
    prepared(db, 'UPDATE speakerProposals SET accepted = NULL, decidedAt = NULL WHERE id = ?').run(id)
    return { speaker, ...result }
  })
}
