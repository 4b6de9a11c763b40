import type { Columns, TableField } from '../../../data/import/source.ts'

/** What a column can be, in the order in which they are offered. */
export const programmeFields: Record<TableField, string> = {
  title: 'Título',
  day: 'Día',
  startTime: 'Hora de inicio',
  endTime: 'Hora de fin',
  duration: 'Duración',
  room: 'Escenario',
  speakers: 'Speakers',
  isPlenary: 'Para todos',
  description: 'Descripción',
  language: 'Idioma',
  level: 'Nivel',
  track: 'Tema',
  company: 'Empresa del speaker',
  position: 'Cargo del speaker',
  bio: 'Biografía del speaker',
  photo: 'Foto del speaker',
  key: 'Clave (para volver a traer)',
}

type Props = {
  columns: Columns
  /** What a column can be, and how it is called. */
  fields: Record<string, string>
  /** Whether it is open at first; left out, where a column is unused. */
  isOpen?: boolean
  onChange: (columns: Columns) => void
}

/** What each column of a table is taken for, to be put right. */
export function ColumnChoice({ columns, fields, isOpen, onChange }: Props) {
  const unknown = Object.values(columns).filter((field) => field === '').length
  return (
    <details className="more" open={isOpen ?? unknown > 0}>
      <summary>Columnas{unknown > 0 && ` (${unknown} sin usar)`}</summary>
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {Object.entries(columns).map(([heading, field]) => (
          <label key={heading} className="flex min-w-0 flex-col gap-1 text-sm">
            <span className="font-semibold wrap-anywhere">{heading || '(sin título)'}</span>
            <select
              className="select w-full"
              value={field}
              onChange={({ target }) => onChange({ ...columns, [heading]: target.value })}
            >
              <option value="">No se usa</option>
              {Object.entries(fields).map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          </label>
        ))}
      </div>
    </details>
  )
}
