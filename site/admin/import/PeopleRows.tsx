import { useState } from 'react'
import type { Alike, PersonRow } from '../../../data/import/people-file.ts'
import { formatCount } from '../../text/format-count.ts'

/** As many are drawn before somebody asks for the others. */
const shownAtFirst = 50

type Props = {
  title: string
  note: string
  rows: PersonRow[]
  isOpen: boolean
  canChoose: boolean
  accepted: ReadonlySet<number>
  onAccept: (rows: readonly number[], isAccepted: boolean) => void
}

/** Rows of a file of which the same becomes, as a table. */
export function PeopleRows({ title, note, rows, isOpen, canChoose, accepted, onAccept }: Props) {
  const [shown, setShown] = useState(shownAtFirst)
  const numbers = rows.map(({ row }) => row)
  const areAll = numbers.every((row) => accepted.has(row))
  return (
    <details open={isOpen} className="more">
      <summary>
        {title} ({formatCount(rows.length)})
      </summary>
      {note && <p className="text-base-content/75 mb-2 text-sm">{note}</p>}
      {canChoose && rows.length > 1 && (
        <label className="flex min-h-8 cursor-pointer items-center gap-3 text-sm">
          <input type="checkbox" className="checkbox checkbox-sm" checked={areAll} onChange={() => onAccept(numbers, !areAll)} />
          Todas
        </label>
      )}
      <table className="border-base-300 w-full table-fixed border-y text-sm">
        <caption className="sr-only">{title}</caption>
        <colgroup>
          {canChoose && <col className="w-9" />}
          <col className="w-20" />
          <col />
        </colgroup>
        <thead className="sr-only">
          <tr>
            {canChoose && <th scope="col">Agregar</th>}
            <th scope="col">Fila</th>
            <th scope="col">Persona</th>
          </tr>
        </thead>
        <tbody className="divide-base-300 divide-y">
          {rows.slice(0, shown).map((row) => (
            <tr key={row.row} className="align-top">
              {canChoose && (
                <td>
                  <label className="flex cursor-pointer py-2 pointer-coarse:py-3">
                    <input
                      type="checkbox"
                      className="checkbox checkbox-sm"
                      aria-label={`${row.name}, fila ${row.row}`}
                      checked={accepted.has(row.row)}
                      onChange={({ target }) => onAccept([row.row], target.checked)}
                    />
                  </label>
                </td>
              )}
              <td className="text-base-content/75 py-2 tabular-nums">Fila {row.row}</td>
              <td className="py-2 ps-2 wrap-anywhere">
                <span className="font-semibold">{row.name || '(sin nombre)'}</span>{' '}
                <span className="text-base-content/75">{row.email}</span>
                {[...row.problems, ...row.like.map(likeness)].map((text) => (
                  <p key={text} className="border-warning mt-1 border-s-4 ps-2">
                    {text}
                  </p>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > shown && (
        <button type="button" className="btn btn-ghost btn-sm mt-2" onClick={() => setShown(shown + 500)}>
          Ver más: faltan {formatCount(rows.length - shown)}
        </button>
      )}
    </details>
  )
}

function likeness({ why, row, name, email }: Alike): string {
  if (why === 'trash') return 'Se eliminó hace menos de 30 días: está en la papelera.'
  const where = row === null ? 'en la lista' : `en la fila ${row}`
  return `${why === 'name' ? 'Mismo nombre' : 'Correo casi igual'} ${where}: ${name}, ${email}`
}
