import { useId, useState } from 'react'
import type { Columns, TableAbout, TableChoice } from '../../../data/import/source.ts'

type Props = {
  columns: Columns
  table: TableAbout
  fields: Record<string, string>
  isNeeded: boolean
  onChoose: (choice: TableChoice) => void
}

const headRowCount = 10

export function ColumnChoice({ columns, table, fields, isNeeded, onChoose }: Props) {
  const { sheets, sheet, headings, samples } = table
  const unused = Object.values(columns).filter((field) => field === '').length
  const [isOpen, setIsOpen] = useState(isNeeded || unused > 0)
  const rows = [...Array(headRowCount).keys()].map((at) => at + 1)
  return (
    <details className="more" open={isOpen} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>Columnas{unused > 0 && ` (${unused} sin usar)`}</summary>
      <div className="flex flex-col gap-4 pt-1">
        <div className="grid gap-3 sm:grid-cols-2">
          {sheets.length > 1 && (
            <Select
              label="Hoja"
              value={sheet}
              options={sheets.map((name) => [name, name])}
              onChange={(chosen) => onChoose({ sheet: chosen })}
            />
          )}
          <Select
            label="Los títulos de las columnas están en"
            value={String(headings)}
            options={[
              ['0', 'Ninguna fila'],
              ...[...new Set([...rows, ...(headings > 0 ? [headings] : [])])].map((row) => [String(row), `Fila ${row}`] as const),
            ]}
            onChange={(chosen) => onChoose({ sheet, headings: Number(chosen) })}
          />
        </div>
        <div className="border-base-300 grid gap-x-3 gap-y-4 border-t pt-3 sm:grid-cols-2 lg:grid-cols-3">
          {samples.map(({ column, values }) => (
            <Select
              key={column}
              label={column}
              value={columns[column] ?? ''}
              options={[['', 'No se usa'], ...Object.entries(fields)]}
              sample={values.join(' · ') || 'Columna vacía'}
              onChange={(field) => onChoose({ sheet, headings, columns: { ...columns, [column]: field } })}
            />
          ))}
        </div>
      </div>
    </details>
  )
}

type SelectProps = {
  label: string
  value: string
  options: (readonly [value: string, label: string])[]
  sample?: string
  onChange: (value: string) => void
}

function Select({ label, value, options, sample, onChange }: SelectProps) {
  const id = useId()
  return (
    <div className="flex min-w-0 flex-col gap-1 text-sm">
      <label htmlFor={id} className="font-semibold wrap-anywhere">
        {label}
      </label>
      <select
        id={id}
        className="select w-full"
        aria-describedby={sample && `${id}-sample`}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      >
        {options.map(([option, name]) => (
          <option key={option} value={option}>
            {name}
          </option>
        ))}
      </select>
      {sample && (
        <p id={`${id}-sample`} className="text-base-content/75 truncate text-xs">
          {sample}
        </p>
      )}
    </div>
  )
}
