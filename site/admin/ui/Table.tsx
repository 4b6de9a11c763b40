import type { ReactNode } from 'react'

/** `className` says from which width on the column is there; its cells have the same. */
type Column = { label: string; className?: string }

type Props = { columns: readonly Column[]; className?: string; children: ReactNode }

/** Rows under the heads of their columns. */
export function Table({ columns, className = '', children }: Props) {
  return (
    <div className="rounded-box border-base-300 bg-base-100 border">
      <table className={`table ${className}`}>
        <thead>
          <tr>
            {columns.map(({ label, className }) => (
              <th key={label} scope="col" className={className}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}
