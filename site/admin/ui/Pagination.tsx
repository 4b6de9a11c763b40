import { formatCount } from '../../text/format-count.ts'
import { pageSize } from '../calls/paging.ts'

type Props = { page: number; matching: number; onOpen: (page: number) => void }

export function Pagination({ page, matching, onOpen }: Props) {
  const pages = Math.ceil(matching / pageSize)
  const steps = [
    { label: 'Anterior', to: page - 1, isThere: page > 0 },
    { label: 'Siguiente', to: page + 1, isThere: page + 1 < pages },
  ]
  return (
    <div className={pages > 1 ? 'flex flex-wrap items-center justify-between gap-3' : 'sr-only'}>
      <p className="text-base-content/75 text-sm tabular-nums" role="status">
        {pages > 1 && `${formatCount(page * pageSize + 1)}–${formatCount(Math.min((page + 1) * pageSize, matching))} de `}
        {formatCount(matching)}
      </p>
      {pages > 1 && (
        <nav aria-label="Páginas" className="join">
          {steps.map(({ label, to, isThere }) => (
            <button
              key={label}
              type="button"
              className="btn btn-sm join-item"
              aria-disabled={!isThere}
              onClick={() => isThere && onOpen(to)}
            >
              {label}
            </button>
          ))}
        </nav>
      )}
    </div>
  )
}
