import { pageSize, setFilter } from '../stores/registrations.ts'

const number = (value: number) => value.toLocaleString('es-GT')

/** Which part of the list is shown, and the way to the others. Nothing while it has one page. */
export function Pages({ page, matching }: { page: number; matching: number }) {
  const pages = Math.ceil(matching / pageSize)
  if (pages <= 1) return null
  return (
    <nav aria-label="Páginas" className="flex flex-wrap items-center justify-between gap-3">
      <p className="text-base-content/75 text-sm tabular-nums" role="status">
        {number(page * pageSize + 1)}–{number(Math.min((page + 1) * pageSize, matching))} de {number(matching)}
      </p>
      <div className="join">
        <button
          type="button"
          className="btn btn-sm join-item"
          disabled={page === 0}
          onClick={() => setFilter({ page: page - 1 })}
        >
          Anterior
        </button>
        <button
          type="button"
          className="btn btn-sm join-item"
          disabled={page + 1 >= pages}
          onClick={() => setFilter({ page: page + 1 })}
        >
          Siguiente
        </button>
      </div>
    </nav>
  )
}
