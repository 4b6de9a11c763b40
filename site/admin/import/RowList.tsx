import { useId, useState } from 'react'
import { formatCount } from '../../text/format-count.ts'
import { ChangedText } from '../history/ChangedValue.tsx'
import { Choice } from './Choice.tsx'
import type { RowGroup, ShownRow } from './row-groups.ts'

const [firstCount, moreCount] = [50, 500]

type Props<Id> = {
  group: RowGroup<Id>
  accepted: ReadonlySet<Id>
  onAccept: (ids: readonly Id[], isAccepted: boolean) => void
}

export function RowList<Id extends string | number>({ group, accepted, onAccept }: Props<Id>) {
  const { title, note, rows, isFolded = false, isFixed = false } = group
  const [visibleCount, setVisibleCount] = useState(firstCount)
  const ids = rows.map(({ id }) => id)
  const areAll = ids.every((id) => accepted.has(id))
  return (
    <details open={!isFolded} className="more">
      <summary>
        {title} ({formatCount(rows.length)})
      </summary>
      {note && <p className="text-base-content/75 mb-2 text-sm">{note}</p>}
      {!isFixed && rows.length > 1 && <Choice label="Todas" isChosen={areAll} onChoose={(isChosen) => onAccept(ids, isChosen)} />}
      <ul className="divide-base-300 border-base-300 rounded-field flex flex-col divide-y border">
        {rows.slice(0, visibleCount).map((row) => (
          <Row
            key={row.id}
            row={row}
            isAccepted={isFixed ? null : accepted.has(row.id)}
            onAccept={(isAccepted) => onAccept([row.id], isAccepted)}
          />
        ))}
      </ul>
      {rows.length > visibleCount && (
        <button type="button" className="btn btn-ghost btn-sm mt-2" onClick={() => setVisibleCount(visibleCount + moreCount)}>
          Ver más: faltan {formatCount(rows.length - visibleCount)}
        </button>
      )}
    </details>
  )
}

type RowProps<Id> = { row: ShownRow<Id>; isAccepted: boolean | null; onAccept: (isAccepted: boolean) => void }

function Row<Id>({ row: { name, detail, changes, notes }, isAccepted, onAccept }: RowProps<Id>) {
  const labelId = useId()
  return (
    <li className="flex items-start gap-3 px-3 py-2">
      {isAccepted !== null && (
        // The label enlarges the touch area of the checkbox.
        <label className="-m-2 flex shrink-0 cursor-pointer p-2 pointer-coarse:-m-3 pointer-coarse:p-3">
          <input
            type="checkbox"
            className="checkbox checkbox-sm mt-0.5"
            aria-labelledby={labelId}
            checked={isAccepted}
            onChange={() => onAccept(!isAccepted)}
          />
        </label>
      )}
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <p id={labelId} className="text-sm leading-snug wrap-anywhere">
          <span dir="auto" className="font-semibold">
            {name || '(sin nombre)'}
          </span>{' '}
          <span className="text-base-content/75">{detail.map((part) => `· ${part}`).join(' ')}</span>
        </p>
        {changes.length > 0 && (
          <dl className="changes">
            {changes.map(({ label, before, after }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd dir="auto">
                  <ChangedText before={before} after={after} />
                </dd>
              </div>
            ))}
          </dl>
        )}
        {notes.map((text) => (
          <p key={text} className="border-warning border-s-4 ps-2 text-sm wrap-anywhere">
            {text}
          </p>
        ))}
      </div>
    </li>
  )
}
