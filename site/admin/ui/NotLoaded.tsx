export function NotLoaded({ onRetry }: { onRetry: () => void }) {
  return (
    <div role="alert" className="flex flex-wrap items-center gap-3 text-sm">
      <p>No se pudo cargar: revisa la conexión.</p>
      <button type="button" className="btn btn-sm" onClick={onRetry}>
        Reintentar
      </button>
    </div>
  )
}
