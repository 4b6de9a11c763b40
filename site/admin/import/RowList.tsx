import { useId } from 'react'
import type { ImportRow } from '../../../data/import/plan.ts'
import type { ImportedKey } from '../../../data/import/source.ts'
import { dayIn } from '../../text/dates.ts'
import { fieldOf, kinds } from '../content/kinds.ts'
import { ChangedText } from '../history/ChangedValue.tsx'
import type { RowGroup } from './rows.ts'

type Props = Omit<RowGroup, 'key'> & {
  accepted: ReadonlySet<string>
  onAccept: (ids: readonly string[], isAccepted: boolean) => void
}

/** Rows of which the same becomes, with a choice of all of them. */
export function RowList({ title, note, rows, isOpen, canChoose, accepted, onAccept }: Props) {
  const ids = rows.map(({ id }) => id)
  const areAll = ids.every((id) => accepted.has(id))
  return (
    <details open={isOpen} className="more">
      <summary>
        {title} ({rows.length})
      </summary>
      {note && <p className="text-base-content/75 mb-2 text-sm">{note}</p>}
      {canChoose && rows.length > 1 && (
        <label className="flex min-h-8 cursor-pointer items-center gap-3 text-sm">
          <input type="checkbox" className="checkbox checkbox-sm" checked={areAll} onChange={() => onAccept(ids, !areAll)} />
          Todas
        </label>
      )}
      <ul className="divide-base-300 border-base-300 rounded-field flex flex-col divide-y border">
        {rows.map((row) => (
          <Row key={row.id} row={row} canChoose={canChoose} isAccepted={accepted.has(row.id)} onAccept={onAccept} />
        ))}
      </ul>
    </details>
  )
}

const kindNames: Record<ImportedKey, string> = { speakers: 'Speaker', scenarios: 'Escenario', events: 'Evento' }

type RowProps = { row: ImportRow; canChoose: boolean; isAccepted: boolean; onAccept: Props['onAccept'] }

function Row({ row, canChoose, isAccepted, onAccept }: RowProps) {
  const labelId = useId()
  const { id, section, name, change, fields, problems } = row
  return (
    <li className="flex items-start gap-3 px-3 py-2">
      {canChoose && (
        // A finger finds its edge as well.
        <label className="-m-2 flex shrink-0 cursor-pointer p-2 pointer-coarse:-m-3 pointer-coarse:p-3">
          <input
            type="checkbox"
            className="checkbox checkbox-sm mt-0.5"
            aria-labelledby={labelId}
            checked={isAccepted}
            onChange={() => onAccept([id], !isAccepted)}
          />
        </label>
      )}
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <p id={labelId} className="text-sm leading-snug wrap-anywhere">
          <span className="font-semibold">{name || '(sin nombre)'}</span>{' '}
          <span className="text-base-content/75">
            · {kindNames[section]}
            {change === 'new' && whenOf(row)}
          </span>
        </p>
        {change !== 'new' && fields.length > 0 && (
          <dl className="changes">
            {fields.map(({ field, before, after }) => (
              <div key={field}>
                <dt>{fieldOf(section, field).label}</dt>
                <dd>
                  <ChangedText before={inWords(before)} after={inWords(after)} />
                </dd>
              </div>
            ))}
          </dl>
        )}
        {problems.map((problem) => (
          <p key={problem} className="border-warning border-s-4 ps-2 text-sm wrap-anywhere">
            {problemInWords(section, problem)}
          </p>
        ))}
      </div>
    </li>
  )
}

/** What is wrong with a field begins with its name, as the API calls it; here with the one that it has in the panel. */
function problemInWords(section: ImportedKey, problem: string): string {
  const end = problem.indexOf(': ')
  const [field = ''] = problem.slice(0, Math.max(end, 0)).split('.')
  return Object.hasOwn(kinds[section].fields, field) ? fieldOf(section, field).label + problem.slice(end) : problem
}

/** When and where a new session takes place. */
function whenOf({ section, fields }: ImportRow): string {
  const value = (name: string) => fields.find(({ field }) => field === name)?.after ?? ''
  if (section !== 'events' || value('day') === '') return ''
  return [` · ${inWords(value('day'))}`, value('startTime'), value('scenarioId')].filter(Boolean).join(', ')
}

/** A value as somebody would say it. */
function inWords(value: string | boolean | string[]): string {
  if (typeof value === 'boolean') return value ? 'sí' : 'no'
  if (Array.isArray(value)) return value.length > 0 ? value.join(', ') : '(vacío)'
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return dayIn(value, "EEEE d 'de' MMMM")
  return value === '' ? '(vacío)' : value
}
