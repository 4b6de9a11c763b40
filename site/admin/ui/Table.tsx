import type { ReactNode } from 'react'

/** `className` says from which width on the column is there; its cells have the same. */
type Column = { label: string; className?: string }

/** Rows under the heads of their columns. */
export function Table({ columns, children }: { columns: readonly Column[]; children: ReactNode }) {
  return (
    <div className="rounded-box border-base-300 bg-base-100 border">
      <table className="table">
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
