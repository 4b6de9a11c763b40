/** Says that a part of the panel could not be loaded, with a way to try again. */
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
