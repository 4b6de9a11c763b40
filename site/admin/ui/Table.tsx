import type { ReactNode } from 'react'

/** `onSort` makes the head a button. `sorted` is set if the rows are sorted by this column. */
type Column = { label: string; className?: string; sorted?: 'ascending' | 'descending' | undefined; onSort?: () => void }

type Props = { columns: readonly Column[]; className?: string; children: ReactNode }

export function Table({ columns, className = '', children }: Props) {
  return (
    <div className="rounded-box border-base-300 bg-base-100 border">
      <table className={`table ${className}`}>
        <thead>
          <tr>
            {columns.map(({ label, className, sorted, onSort }) => (
              <th key={label} scope="col" className={className} aria-sort={sorted}>
                {onSort ? (
                  <button type="button" className="cursor-pointer font-semibold" onClick={onSort}>
                    {label}
                  </button>
                ) : (
                  label
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}
