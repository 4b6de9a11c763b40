import { pageSize } from '../stores/paging.ts'
import { written } from './written.ts'

type Props = { page: number; matching: number; onOpen: (page: number) => void }

/** Which part of a list is shown (pages count from 0), and the way to the others. Nothing while it has one page. */
export function Pagination({ page, matching, onOpen }: Props) {
  const pages = Math.ceil(matching / pageSize)
  if (pages <= 1) return null
  return (
    <nav aria-label="Páginas" className="flex flex-wrap items-center justify-between gap-3">
      <p className="text-base-content/75 text-sm tabular-nums" role="status">
        {written(page * pageSize + 1)}–{written(Math.min((page + 1) * pageSize, matching))} de {written(matching)}
      </p>
      <div className="join">
        <button type="button" className="btn btn-sm join-item" disabled={page === 0} onClick={() => onOpen(page - 1)}>
          Anterior
        </button>
        <button type="button" className="btn btn-sm join-item" disabled={page + 1 >= pages} onClick={() => onOpen(page + 1)}>
          Siguiente
        </button>
      </div>
    </nav>
  )
}
