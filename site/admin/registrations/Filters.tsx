import { useStore } from '@nanostores/react'
import { Download } from 'lucide-react'
import { $exportUrl, $filter, type Status, setFilter } from '../stores/registrations.ts'
import { SearchBox } from '../ui/SearchBox.tsx'

/** Search, status filter and the CSV of the filtered list. */
export function Filters() {
  const { search, status } = useStore($filter)
  const exportUrl = useStore($exportUrl)

  return (
    <div className="flex flex-wrap items-center gap-3">
      <SearchBox
        placeholder="Buscar por nombre, email o empresa"
        value={search}
        onChange={(changed) => setFilter({ search: changed })}
        className="min-w-60 flex-1 max-sm:basis-full"
      />
      <label className="max-sm:flex-1">
        <span className="sr-only">Estado</span>
        <select
          className="select w-full sm:w-44"
          value={status}
          onChange={(event) => setFilter({ status: event.target.value as Status })}
        >
          <option value="all">Todos</option>
          <option value="confirmed">Confirmados</option>
          <option value="pending">Pendientes</option>
          <option value="registered">Con lugar</option>
          <option value="waitlisted">En lista de espera</option>
          <option value="cancelled">Cancelados</option>
        </select>
      </label>
      <a href={exportUrl} download className="btn btn-outline">
        <Download className="size-4" aria-hidden="true" />
        Exportar CSV
      </a>
    </div>
  )
}
