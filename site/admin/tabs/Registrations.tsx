import { useStore } from '@nanostores/react'
import { Download, Search } from 'lucide-react'
import { useState } from 'react'
import type { RegistrationCounts } from '../../../data/queries/registrations.ts'
import { RegistrationDetail } from '../registrations/RegistrationDetail.tsx'
import { RegistrationTable } from '../registrations/RegistrationTable.tsx'
import { $exportUrl, $filter, $registrations, pageSize, type Status, setFilter } from '../stores/registrations.ts'
import type { TabProps } from '../tabs.ts'
import { useLatest } from '../use-latest.ts'

const cards: { label: string; count: keyof RegistrationCounts }[] = [
  { label: 'Total Registros', count: 'total' },
  { label: 'Confirmados', count: 'confirmed' },
  { label: 'Pendientes', count: 'pending' },
  { label: 'Acepta Marketing', count: 'marketing' },
]

/** Who has registered: numbers, search, confirmation, export. */
export function Registrations({ timeZone }: TabProps) {
  const { search, status, page } = useStore($filter)
  const exportUrl = useStore($exportUrl)
  const { data, error } = useStore($registrations)
  // While another page or search is on its way, the last one stays on the screen.
  const shown = useLatest(data)
  const [openId, setOpenId] = useState<string | null>(null)
  const open = shown?.registrations.find(({ id }) => id === openId) ?? null
  const pages = Math.ceil((shown?.counts.matching ?? 0) / pageSize)

  if (!shown) {
    return error ? (
      <div role="alert" className="alert alert-error">
        <p>No se pudieron cargar los registros.</p>
        <button type="button" className="btn btn-sm" onClick={() => $registrations.revalidate()}>
          Reintentar
        </button>
      </div>
    ) : (
      <p role="status">Cargando...</p>
    )
  }

  return (
    <section className="flex flex-col gap-5" aria-label="Registros">
      <dl className="grid grid-cols-2 gap-3 md:grid-cols-4">
        {cards.map(({ label, count }) => (
          <div key={count} className="rounded-box bg-base-100 border-base-300 flex flex-col-reverse border p-4">
            <dt className="text-base-content/75 text-sm">{label}</dt>
            <dd className="font-display text-3xl font-bold tabular-nums">{shown.counts[count].toLocaleString('es-GT')}</dd>
          </div>
        ))}
      </dl>
      <div className="flex flex-wrap items-center gap-3">
        <label className="input min-w-60 flex-1">
          <Search className="size-4 opacity-60" aria-hidden="true" />
          <span className="sr-only">Buscar</span>
          <input
            type="search"
            placeholder="Buscar por nombre, email o empresa"
            value={search}
            onChange={(event) => setFilter({ search: event.target.value })}
          />
        </label>
        <label>
          <span className="sr-only">Estado</span>
          <select
            className="select w-44"
            value={status}
            onChange={(event) => setFilter({ status: event.target.value as Status })}
          >
            <option value="all">Todos</option>
            <option value="confirmed">Confirmados</option>
            <option value="pending">Pendientes</option>
          </select>
        </label>
        <a href={exportUrl} download className="btn btn-outline">
          <Download className="size-4" aria-hidden="true" />
          Exportar CSV
        </a>
      </div>
      {shown.registrations.length === 0 ? (
        <p className="rounded-box border-base-300 border-2 border-dashed p-10 text-center">
          {shown.counts.total === 0 ? 'No hay registros aún' : 'No se encontraron registros con los filtros aplicados'}
        </p>
      ) : (
        <RegistrationTable registrations={shown.registrations} timeZone={timeZone} onOpen={setOpenId} />
      )}
      {pages > 1 && <Pages page={page} pages={pages} matching={shown.counts.matching} />}
      <RegistrationDetail registration={open} timeZone={timeZone} onClose={() => setOpenId(null)} />
    </section>
  )
}

function Pages({ page, pages, matching }: { page: number; pages: number; matching: number }) {
  return (
    <nav aria-label="Páginas" className="flex flex-wrap items-center justify-between gap-3">
      <p className="text-base-content/75 text-sm tabular-nums">
        {(page * pageSize + 1).toLocaleString('es-GT')}–{Math.min((page + 1) * pageSize, matching).toLocaleString('es-GT')} de{' '}
        {matching.toLocaleString('es-GT')}
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
