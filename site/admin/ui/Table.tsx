import type { ReactNode } from 'react'

type Column = { label: string; className?: string }

type Props = { columns: readonly Column[]; className?: string; children: ReactNode }

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
